// Saves what the import of @supabase/lite changes in the process; lite-package.ts restores it. lite
// replaces process.emitWarning with a function that throws when a warning is an Error. Node's own
// warnings are, such as "possible memory leak": one would end the server.
const { emitWarning } = process;
// lite's copy of supabase-js prints a warning about Node's version when it is loaded.
const { warn } = console;

// Hidden: package.json says which Node this project needs, and lite's copy is loaded but never
// used.
console.warn = (...values: unknown[]) => {
  if (!/^.{0,4}Node\.js \d+ and below are deprecated/.test(String(values[0]))) warn(...values);
};

export function restoreProcess(): void {
  process.emitWarning = emitWarning;
  console.warn = warn;
}
