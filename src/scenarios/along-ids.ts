/** By what the view `compare` puts runs beside each other, by the names that scenarios use: one time for all, or one step of the script. */
export const ALONG_IDS = ["time", "script"] as const;

export type AlongId = (typeof ALONG_IDS)[number];
