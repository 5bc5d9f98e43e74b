c Problem:    judged
c Rows:       3
c Columns:    5
c Non-zeros:  10
c Status:     INTEGER OPTIMAL
c Objective:  obj = 95 (MINimum)
c
s mip 3 5 o 95
i 1 1
i 2 12
i 3 95
j 1 1
j 2 0
j 3 5
j 4 1.5
j 5 1
e o f
