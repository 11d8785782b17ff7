// What @supabase/lite does to the process by being imported, undone by lite-package.ts: it replaces
// process.emitWarning with a function that throws when a warning is an Error (Node's own are, such
// as "possible memory leak": one would end the server).
const { emitWarning } = process;
// The client library that lite brings along prints when it is loaded; one line of it is held back.
const { warn } = console;

// This repository says in package.json which Node it needs, and lite's copy of supabase-js is
// loaded but never asked anything.
console.warn = (...values: unknown[]) => {
  if (!/^.{0,4}Node\.js \d+ and below are deprecated/.test(String(values[0]))) warn(...values);
};

export function restoreProcess(): void {
  process.emitWarning = emitWarning;
  console.warn = warn;
}
