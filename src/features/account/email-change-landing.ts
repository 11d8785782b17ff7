export const emailLanding = () => `${window.location.origin}/auth/callback`;
