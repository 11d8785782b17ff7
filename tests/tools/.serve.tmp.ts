import { startBackend } from "/work/h/copy/supabase/local/backend.ts";
const backend = await startBackend({ sample: true, distDir: "/work/h/copy/dist", port: 3456 });
console.log(backend.url);
