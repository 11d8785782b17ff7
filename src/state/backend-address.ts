// The backend's address and publishable key. Without a hosted project the app talks to its own
// origin, where this key stands for anonymous.
export const backendUrl = (): string => import.meta.env.VITE_SUPABASE_URL ?? window.location.origin;
export const backendKey: string = import.meta.env.VITE_SUPABASE_KEY ?? "sb_publishable_local";

/** Where programs call: the embedded server has the function `api` at an address of its own. */
export const apiUrl = (): string =>
  import.meta.env.VITE_SUPABASE_URL ? `${backendUrl()}/functions/v1/api/v1` : `${backendUrl()}/api/v1`;
