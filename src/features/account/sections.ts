/** The account settings' other pages. */
const accountSections = ["notifications", "sign-in", "data"] as const;
export type AccountSection = (typeof accountSections)[number];

const sectionOfPart: Readonly<Record<string, AccountSection>> = {
  notifications: "notifications",
  password: "sign-in",
  devices: "sign-in",
  install: "data",
  iphones: "data",
  "own-data": "data",
  "delete-account": "data",
};

/** Returns the page with this part, for links that name only the part (`/account#devices`). */
export const sectionOf = (hash: string): AccountSection | undefined => sectionOfPart[hash];

export const isAccountSection = (name: string): name is AccountSection => accountSections.some((one) => one === name);
