Model status
Optimal

# Primal solution values
Feasible
Objective 95
# Columns 5
x_1_0 1
x_1_1 0
y_123456789_1 5
z 1.5
constant 1
# Rows 2
start_1 1
capacity_0 12

# Dual solution values
None

# Basis
HiGHS v1
None
