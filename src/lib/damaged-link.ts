// Repairs URLs that mail programs, chats or users damaged, before anything reads them. The page
// rejects what cannot be repaired.

/** Punctuation of the surrounding sentence, which ends no page's URL. */
const after =
  /(?:[\s.,;:!?'"’”»)\]}>*]|%(?:20|0a|0d|22|27|29|2a|2c|2e|3e|5d|7d|e2%80%9d|e2%80%99|c2%bb|ef%bc%89|e3%80%82))+$/i;
/** Line breaks and invisible characters, which no token contains. */
const within = /[\s\u00ad\u200b\u2060\ufeff]|%(?:09|0a|0d|20|c2%a0|c2%ad|e2%80%8b|e2%81%a0|ef%bb%bf)/gi;
/** Pages with a token in the fragment, and the root, the auth service's default target. */
const withToken = /^\/(join|invitation|summary|reset-password|auth\/(confirm|callback))?$/i;
const uuid = /\b[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}\b/gi;

function repairedFragment(fragment: string): string {
  const text = fragment
    .replace(within, "")
    .replace(after, "")
    // Undo double encoding: as HTML, as part of a URL, or as quoted-printable.
    .replace(/(&|%26)(amp(;|%3b))*/gi, "&")
    .replace(/%3d/gi, "=")
    .replace(/=3D/g, "=")
    .replace(/^([0-9a-f]{64})[?&].*$/i, "$1");
  return /[a-z]/.test(text) ? text : text.toLowerCase();
}

/** @returns path with search and fragment */
export function repairedAddress({ pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">): string {
  const [path = "", ...encoded] = hash === "" ? pathname.split("%23") : [pathname];
  const trimmed = path.replace(after, "").replace(uuid, (id) => id.toLowerCase()) || "/";
  const fragment = encoded.length > 0 ? encoded.join("#") : hash.slice(1);
  const repaired = withToken.test(trimmed) ? repairedFragment(fragment) : fragment;
  return trimmed + search + (repaired === "" ? "" : `#${repaired}`);
}

/** Call before the router starts. Also handles links that open later in this tab. */
export function repairLinks(): void {
  const repair = () => {
    const { pathname, search, hash } = window.location;
    const address = repairedAddress(window.location);
    if (address !== pathname + search + hash) window.history.replaceState(window.history.state, "", address);
  };
  repair();
  window.addEventListener("hashchange", repair);
}
