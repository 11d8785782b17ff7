import { PersonAvatar } from "../../account/widgets/person-avatar.tsx";

/** An organization's logo, its initials where there is none or where it cannot be had. */
export const OrganizationLogo = (props: { name: string; path: string; size?: "sm" | "md" | "lg" }) => (
  <PersonAvatar {...props} shape="square" />
);
