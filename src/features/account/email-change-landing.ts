/** Where the links of the messages lead. */
export const emailLanding = () => `${window.location.origin}/auth/callback`;
