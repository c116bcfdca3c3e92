import { coverColours } from '#web/ui/covers/cover-art.ts';
import { coverSources, useImageFallback } from '#web/ui/covers/cover.tsx';

interface AvatarProps {
  fullName: string;
  src: string | null;
  /** Width and height, such as "size-10". */
  className?: string;
  /** How wide it is on screen, as in HTML; for one that is drawn in several widths. */
  sizes?: string;
}

/** The first letter or digit; of a word without one, such as an emoji, its first sign. */
const firstLetter = (word = ''): string => {
  const code = /[\p{L}\p{N}]/u.exec(word)?.[0].codePointAt(0) ?? word.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
};

/** Letters that join would be read as a word, so one is shown. */
const JOINED = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}]/u;

/** As in "Dr." or "Smt.", but not an initial such as "A.". */
const isTitle = (word: string): boolean => /^\p{L}{2,}\.$/u.test(word);

export const initialsOf = (fullName: string): string => {
  const all = fullName.normalize('NFC').trim().split(/\s+/);
  const names = all.filter((word) => !isTitle(word));
  const words = names.length > 0 ? names : all;
  const ends = words.length > 1 && !JOINED.test(fullName) ? [words[0], words.at(-1)] : [words[0]];
  return ends.map(firstLetter).join('').toUpperCase();
};

/**
 * An avatar, or initials when there is none or it does not load. Hidden from screen readers, because the name is beside
 * it.
 */
export function Avatar({ fullName, src, className = 'size-10', sizes }: AvatarProps) {
  const { isBroken, imageProps } = useImageFallback(src);
  if (src && !isBroken) {
    return (
      <picture className="block shrink-0">
        {coverSources(src).map(({ type, srcSet }) => (
          <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
        ))}
        <img src={src} alt="" className={`${className} rounded-full bg-base-300 object-cover`} {...imageProps} />
      </picture>
    );
  }
  const { ground, ink } = coverColours(fullName);
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" focusable="false" className={`${className} shrink-0 rounded-full`}>
      <rect width={40} height={40} fill={ground} />
      <text x={20} y={20} dy="0.35em" textAnchor="middle" fontSize={16} fontWeight={600} fill={ink}>
        {initialsOf(fullName)}
      </text>
    </svg>
  );
}
