// Saves process state that the import of @supabase/lite changes; lite-package.ts restores it. lite
// replaces process.emitWarning with a function that throws when a warning is an Error. Node's own
// warnings are, such as "possible memory leak", and would end the server.
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
