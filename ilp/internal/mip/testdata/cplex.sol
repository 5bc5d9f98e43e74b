<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>
<CPLEXSolution version="1.2">
 <header problemName="model.lp" objectiveValue="95" solutionStatusValue="101"/>
 <linearConstraints>
  <constraint name="start_1" index="0" slack="0"/>
  <constraint name="capacity_0" index="1" slack="0"/>
 </linearConstraints>
 <variables>
  <variable name="x_1_0" index="0" value="1"/>
  <variable name="x_1_1" index="1" value="0"/>
  <variable name="y_123456789_1" index="2" value="5"/>
  <variable name="z" index="3" value="1.5"/>
  <variable name="constant" index="4" value="1"/>
 </variables>
</CPLEXSolution>
