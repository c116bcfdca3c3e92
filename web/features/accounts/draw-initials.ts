import { initialsOf } from '#web/ui/avatar.tsx';
import { coverColours } from '#web/ui/covers/cover-art.ts';

const SIZE = 256;

/** The initials on their colour, as the avatar of an account without a photo. Drawn here, where the fonts of every script are. */
export const drawInitials = async (fullName: string): Promise<File> => {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const { ground, ink } = coverColours(fullName);
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.fillStyle = ground;
    pen.fillRect(0, 0, SIZE, SIZE);
    pen.fillStyle = ink;
    pen.font = `600 ${SIZE * 0.4}px ${getComputedStyle(document.body).fontFamily}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(initialsOf(fullName), SIZE / 2, SIZE * 0.52);
  }
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  return new File(image ? [image] : [], 'initials.png', { type: 'image/png' });
};
