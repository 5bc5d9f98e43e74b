Optimal - objective value 95.00000000
      0 x_1_0                       1                      10
      1 x_1_1                       0                      20
      2 y_123456789_1               5                      -3
      3 z                         1.5                       0
      4 constant                    1                     100
