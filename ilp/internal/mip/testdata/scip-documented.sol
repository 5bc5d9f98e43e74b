solution status: optimal
objective value: 95
x_1_0 1 (obj: 10)
y_123456789_1 5 (obj: -3)
z 1.5 (obj: 0)
