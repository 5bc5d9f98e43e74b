#!/bin/sh
# How far from the optimum are the policies as the load grows? Generated jobs, drawn three times, with interarrival
# times multiplied by each factor: below 1 is busier. The traces and the study file are made in the current folder.
#
#    sh examples/loads.sh
#    optgap study -f loads.txt --out results
set -eu
for seed in 1 2 3; do
  optgap workload generate --model lublin2003 --machine 128 --load 0.7 --jobs 300 --seed "$seed" --out "lublin-$seed.swf"
  for factor in 1 0.9 0.8; do
    trace=lublin-$seed-$factor.swf
    optgap workload transform --do "shrink=$factor" --out "$trace" "lublin-$seed.swf"
    # Method exact has bounds of its own.
    echo "--method exact --no-bounds --seed $seed --time-limit 10s --max-waiting 12 --max-steps 50 --out $factor-$seed $trace"
  done
done >loads.txt
