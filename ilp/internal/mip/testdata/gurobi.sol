# Solution for model model
# Objective value = 95
x_1_0 1
x_1_1 0
y_123456789_1 5
z 1.5
constant 1
