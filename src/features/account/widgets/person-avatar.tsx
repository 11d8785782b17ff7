import { usePicture } from "../../../state/use-public-image.ts";
import { Avatar } from "../../../ui/avatar.tsx";

interface PersonAvatarProps {
  name: string;
  /** In the bucket `avatars`; empty: none. */
  path: string;
  size?: "sm" | "md" | "lg";
  shape?: "square";
}

/** A person's picture, their initials where there is none or where it cannot be had. */
export function PersonAvatar({ path, size = "md", ...rest }: PersonAvatarProps) {
  const src = usePicture("avatars", path);
  return <Avatar {...rest} size={size} {...(src ? { src } : {})} />;
}
