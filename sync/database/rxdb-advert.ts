// Hides the message in the console with which RxDB advertises its paid storages.

let done = false;

export function holdBackAdvert(): void {
  if (done) return;
  done = true;
  // biome-ignore lint/suspicious/noConsole: it is RxDB that prints.
  const warn = console.warn.bind(console);
  console.warn = (...values: unknown[]) => {
    if (typeof values[0] === "string" && values[0].includes("RxDB Open Core RxStorage")) console.warn = warn;
    else warn(...values);
  };
}
