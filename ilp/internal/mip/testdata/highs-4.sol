Model status
Optimal

# Primal solution values
Feasible
Objective 95
# Columns -4
x_1_0 1 0
y_123456789_1 5 2
z 1.5 3
constant 1 4
