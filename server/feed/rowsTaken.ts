/** What this process has taken in since its start, for the metrics. */
export const rowsTaken = { stopTimes: 0 };
