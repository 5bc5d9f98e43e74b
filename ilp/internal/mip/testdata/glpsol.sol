Problem:    
Rows:       2
Columns:    5 (3 integer, 2 binary)
Non-zeros:  6
Status:     INTEGER OPTIMAL
Objective:  obj = 95 (MINimum)

   No.   Row name        Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 start_1                     1             1               
     2 capacity_0                 12                          12 

   No. Column name       Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 x_1_0        *              1             0             1 
     2 x_1_1        *              0             0             1 
     3 y_123456789_1
                    *              5             0             5 
     4 z                         1.5           1.5           2.5 
     5 constant                    1             1             = 

Integer feasibility conditions:

KKT.PE: max.abs.err = 0.00e+00 on row 0
        max.rel.err = 0.00e+00 on row 0
        High quality

KKT.PB: max.abs.err = 0.00e+00 on row 0
        max.rel.err = 0.00e+00 on row 0
        High quality

End of output
