import { usePicture } from "#state/use-public-image.ts";
import { Avatar } from "#ui/avatar.tsx";

interface PersonAvatarProps {
  name: string;
  /** Path in the bucket `avatars`; empty if there is none. */
  path: string;
  size?: "sm" | "md" | "lg";
  shape?: "square";
}

export function PersonAvatar({ path, size = "md", ...rest }: PersonAvatarProps) {
  const src = usePicture("avatars", path);
  return <Avatar {...rest} size={size} {...(src ? { src } : {})} />;
}
