/** The absolute address of a stored file that anyone may see: an avatar, a thumbnail. */
export const fileUrl = (origin: string, key: string): string => `${origin}/files/${key}`;
