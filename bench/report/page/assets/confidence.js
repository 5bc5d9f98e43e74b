// How exact averages are: 95 % intervals by a block bootstrap, from the same random numbers as those
// of package confidence, so that the same values have the same interval. The names are those there.

const confidence = { least: 10, most: 1000, resamples: 1000 };

// random holds the numbers that PCG of Go's math/rand/v2 draws from the seed 1, 0.
const random = { state: 1n << 64n, drawn: 0, numbers: new BigUint64Array(confidence.most * confidence.resamples) };
random.halves = new Uint32Array(random.numbers.buffer); // the low half of each, then the high one

function drawNumber() {
  const state = BigInt.asUintN(128, random.state * 0x2360ed051fc65da44385df649fccf645n + 0x5851f42d4c957f2d14057b7ef767814fn);
  let high = state >> 64n;
  high = BigInt.asUintN(64, (high ^ high >> 32n) * 0xda942042e4dd58b5n);
  random.state = state;
  random.numbers[random.drawn++] = (high ^ high >> 48n) * (BigInt.asUintN(64, state) | 1n);
}

// drawPlaces returns at least so many whole numbers below n, at most 2^16, as IntN of a new generator
// draws them. IntN draws again in one of 2^48 cases at most, which are left out. A million numbers take
// about a second, so that the page gets its turn in between. Those of the last n are kept.
async function drawPlaces(n, count) {
  while (random.drawn < count) {
    for (const end = Math.min(count, random.drawn + 10000); random.drawn < end;) drawNumber();
    await pause();
  }
  if (random.below === n && random.places.length >= count) return random.places;
  const whole = (n & (n - 1)) === 0, places = new Uint16Array(count);
  for (let k = 0; k < count; k++) {
    const low = random.halves[2 * k], high = random.halves[2 * k + 1];
    places[k] = whole ? low & (n - 1) : Math.floor((high * n + Math.floor(low * n / 2 ** 32)) / 2 ** 32);
  }
  Object.assign(random, { below: n, places });
  return places;
}

// pause lets the page draw and listen.
function pause() { return new Promise((done) => setTimeout(done)); }

// intervalOf returns the 95 % interval of the mean of consecutive values; undefined: too few.
async function intervalOf(all) {
  if (all.length < confidence.least) return undefined;
  await pause();
  const size = Math.ceil(all.length / confidence.most), values = inBatches(all, size), weights = inBatches(all.map(() => 1), size);
  const n = values.length, sums = runningSums(values), totals = runningSums(weights), ratio = sums[n] / totals[n];
  const length = blockLength(values.map((v, k) => v - ratio * weights[k])), blocks = Math.ceil(n / length);
  const from = await drawPlaces(n, blocks * confidence.resamples), drawn = new Float64Array(confidence.resamples);
  for (let r = 0, at = 0; r < drawn.length; r++) {
    let sum = 0, total = 0;
    for (let k = 0; k < n; k += length, at++) {
      const a = from[at], b = a + Math.min(length, n - k); // the first value follows the last
      sum += b <= n ? sums[b] - sums[a] : sums[n] - sums[a] + sums[b - n];
      total += b <= n ? totals[b] - totals[a] : totals[n] - totals[a] + totals[b - n];
    }
    drawn[r] = sum / total;
  }
  drawn.sort();
  return [drawn[0.025 * drawn.length - 1], drawn[0.975 * drawn.length - 1]];
}

// inBatches returns the sums of so many consecutive values each.
function inBatches(values, size) {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, k) => values.slice(k * size, (k + 1) * size).reduce((a, b) => a + b, 0));
}

function runningSums(values) { let sum = 0; return Float64Array.from([0, ...values], (v) => (sum += v)); }

// blockLength returns the length of the blocks by section 3 of Politis and White (2004).
function blockLength(series) {
  const n = series.length, run = Math.max(5, Math.ceil(Math.sqrt(Math.log10(n)))), lags = Math.min(Math.ceil(Math.sqrt(n)) + run, n - 1);
  const average = mean(series), R = Array.from({ length: lags + 1 }, (_, k) => {
    let sum = 0;
    for (let i = 0; i < n - k; i++) sum += (series[i] - average) * (series[i + k] - average);
    return sum / n;
  });
  let last = 0, g = R[0], G = 0;
  for (let k = 1; k <= lags && k - last <= run; k++) if (Math.abs(R[k]) / R[0] >= 2 * Math.sqrt(Math.log10(n) / n)) last = k;
  const M = Math.min(2 * Math.max(last, 1), lags);
  for (let k = 1; k <= M; k++) {
    const window = Math.min(1, 2 * (1 - k / M));
    g += 2 * window * R[k];
    G += 2 * window * k * R[k];
  }
  const D = 4 / 3 * g * g;
  if (!(R[0] > 0) || D <= 0 || last === 0) return 1;
  return Math.round(Math.max(1, Math.min(Math.cbrt(2 * G * G / D * n), 3 * Math.sqrt(n), n / 3)));
}
