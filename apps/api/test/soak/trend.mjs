// Decides by regression whether a measured value grows.

/** The one-sided 95 % quantile of Student's t-distribution, for the numbers of samples that a soak takes. */
const quantile = 1.7;

/** Least squares through `[minutes, value]` points: the slope per minute, and its margin of error. */
export function trendOf(points) {
  const count = points.length;
  const mean = (index) => points.reduce((sum, point) => sum + point[index], 0) / count;
  const [meanX, meanY] = [mean(0), mean(1)];
  const sum = (of) => points.reduce((total, [x, y]) => total + of(x - meanX, y - meanY), 0);
  const spread = sum((x) => x * x);
  const slope = sum((x, y) => x * y) / spread;
  const residuals = points.map(([x, y]) => y - meanY - slope * (x - meanX));
  const squares = residuals.reduce((total, residual) => total + residual ** 2, 0);
  const products = residuals.slice(1).reduce((total, residual, index) => total + residual * residuals[index], 0);
  // Autocorrelated samples carry less information than independent ones.
  const likeness = squares > 0 ? Math.min(0.8, Math.max(0, products / squares)) : 0;
  const error = Math.sqrt((squares / (count - 2) / spread) * ((1 + likeness) / (1 - likeness)));
  return { slope, margin: quantile * error };
}

/**
 * The minimum of each window of a quarter of the samples. Memory above the minimum was garbage (a collection can leave
 * a hundred megabytes), or memory that the process had not returned yet.
 */
export function heldIn(points) {
  const window = Math.ceil(points.length / 4);
  return points
    .slice(0, points.length - window + 1)
    .map(([minutes], index) => [minutes, Math.min(...points.slice(index, index + window).map(([, value]) => value))]);
}

/**
 * The verdict on a series that may grow by `bound` per minute. If a series is too short or too noisy to exclude a leak,
 * the verdict is `unclear`.
 * @returns `flat`, `rises` or `unclear`, with the trend.
 */
export function verdictOn(points, bound) {
  if (points.length < 5) return { slope: Number.NaN, margin: Number.NaN, verdict: 'unclear' };
  const { slope, margin } = trendOf(points);
  const verdict = slope + margin <= bound ? 'flat' : slope - margin > bound ? 'rises' : 'unclear';
  return { slope, margin, verdict };
}
