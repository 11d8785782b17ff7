// Saves process state that the import of @supabase/lite changes. Its process.emitWarning throws
// Errors, such as Node's "possible memory leak", which would end the server.
const { emitWarning } = process;
// lite's copy of supabase-js prints a warning about Node's version when it is loaded.
const { warn } = console;

// Suppressed: package.json declares the supported Node versions, and lite's copy is never used.
console.warn = (...values: unknown[]) => {
  if (!/^.{0,4}Node\.js \d+ and below are deprecated/.test(String(values[0]))) warn(...values);
};

export function restoreProcess(): void {
  process.emitWarning = emitWarning;
  console.warn = warn;
}
