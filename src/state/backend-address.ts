// The backend's URL and publishable key. Without a hosted project the app uses its origin, where
// this key means anonymous.
export const backendUrl = (): string => import.meta.env.VITE_SUPABASE_URL ?? window.location.origin;
export const backendKey: string = import.meta.env.VITE_SUPABASE_KEY ?? "sb_publishable_local";

/** The URL for API clients; the embedded server has a separate one for the function `api`. */
export const apiUrl = (): string =>
  import.meta.env.VITE_SUPABASE_URL ? `${backendUrl()}/functions/v1/api/v1` : `${backendUrl()}/api/v1`;
