/** Looks up an untrusted key: `__proto__` and `constructor` return undefined. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
