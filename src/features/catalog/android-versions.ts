/**
 * Android versions by API level, from level 21. Source: apilevels.com and Android's documentation.
 */
const versions: Readonly<Record<number, string>> = {
  ...{ 21: "5.0", 22: "5.1", 23: "6.0", 24: "7.0", 25: "7.1", 26: "8.0", 27: "8.1", 28: "9", 29: "10", 30: "11" },
  ...{ 31: "12", 32: "12L", 33: "13", 34: "14", 35: "15", 36: "16" },
};

/** Null if the level is below 21, which every phone in use fulfills, or newer than this list. */
export const androidVersion = (apiLevel: number): string | null =>
  apiLevel < 21 ? null : (versions[apiLevel] ?? `API ${apiLevel}`);
