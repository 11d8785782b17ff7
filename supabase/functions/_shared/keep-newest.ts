/** Adds a value to a cache, and drops the oldest ones above `most`. */
export function keepNewest<T>(kept: Map<string, T>, key: string, value: T, most: number): void {
  kept.delete(key);
  for (const oldest of kept.keys()) if (kept.size >= most) kept.delete(oldest);
  kept.set(key, value);
}
