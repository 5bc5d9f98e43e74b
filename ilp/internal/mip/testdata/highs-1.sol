Columns
    Index Status        Lower        Upper       Primal         Dual  Type        Name
        0                   0            1            1               Integer     x_1_0
        1                   0            1            0               Integer     x_1_1
        2                   0            5            5               Integer     y_123456789_1
        3                 1.5          2.5          1.5               Continuous  z
        4                   1            1            1               Continuous  constant
Rows
    Index Status        Lower        Upper       Primal         Dual  Name
        0                   1          inf            1               start_1
        1                -inf           12           12               capacity_0

Model status: Optimal

Objective value: 95
