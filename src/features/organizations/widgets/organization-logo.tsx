import { PersonAvatar } from "../../account/widgets/person-avatar.tsx";

export const OrganizationLogo = (props: { name: string; path: string; size?: "sm" | "md" | "lg" }) => (
  <PersonAvatar {...props} shape="square" />
);
