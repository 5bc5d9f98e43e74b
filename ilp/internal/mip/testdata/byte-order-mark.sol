# Solution file
x_1_0 1.0
y_123456789_1 5.0
z 1.5
