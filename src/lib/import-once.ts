/**
 * Code that many parts of a page want: the build's `import()` looks for its files and styles anew
 * at each call. One that failed is tried again.
 */
export function importOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
