// Where the backend is, and the key that names the project: without a hosted one the app talks to
// where it came from; the local one knows this key as anonymous.
export const backendUrl = (): string => import.meta.env.VITE_SUPABASE_URL ?? window.location.origin;
export const backendKey: string = import.meta.env.VITE_SUPABASE_KEY ?? "sb_publishable_local";
