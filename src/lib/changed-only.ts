/** Returns only changed fields, so that other devices' edits are not overwritten. */
export function changedOnly<T extends object>(values: T, before: object): Partial<T> {
  const old = before as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(old[key])),
  ) as Partial<T>;
}
