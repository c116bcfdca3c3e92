const pairs = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));

/** As Hindi is written in Latin letters in messages and names: vowels are not told apart by their length. */
const CONSONANTS = pairs(
  'कk खkh गg घgh ङn चch छchh जj झjh ञn टt ठth डd ढdh णn तt थth दd धdh नn पp फph बb भbh मm यy रr लl ळl वv शsh षsh सs हh',
);
const VOWELS = pairs('अa आa इi ईi उu ऊu ऋri एe ऐai ऑo ओo औau ाa िi ीi ुu ूu ृri ेe ैai ॉo ोo ौau');
const DOT = 'ं';
const VIRAMA = '्';
/** A vowel after a consonant. */
const isSign = (letter: string): boolean => /\p{M}/u.test(letter) && VOWELS.has(letter);
const LABIAL = /^[पफबभम]/u;

interface Sound {
  text: string;
  isVowel: boolean;
  /** The vowel of a consonant that nothing is written for. */
  isInherent?: true;
}

const soundsOf = (word: string): Sound[] => {
  const sounds: Sound[] = [];
  const letters = Array.from(word);
  for (const [at, letter] of letters.entries()) {
    const next = letters[at + 1] ?? '';
    const consonant = CONSONANTS.get(letter);
    const vowel = VOWELS.get(letter);
    if (consonant !== undefined) {
      sounds.push({ text: consonant, isVowel: false });
      if (next !== VIRAMA && !isSign(next)) sounds.push({ text: 'a', isVowel: true, isInherent: true });
    } else if (vowel !== undefined) sounds.push({ text: vowel, isVowel: true });
    else if (letter === DOT) sounds.push({ text: LABIAL.test(next) ? 'm' : 'n', isVowel: false });
    else if (letter !== VIRAMA) sounds.push({ text: letter, isVowel: false });
  }
  return sounds;
};

/** Hindi does not say the inherent vowel at the end of a word, nor between two syllables that have a vowel: राजनीति is `rajniti`. */
const isSilent = (sounds: readonly Sound[], at: number, keepsEnd: boolean): boolean => {
  if (at === sounds.length - 1) return !keepsEnd && at > 1;
  const [before, consonant, next, after] = [sounds[at - 2], sounds[at - 1], sounds[at + 1], sounds[at + 2]];
  return before?.isVowel === true && consonant?.isVowel === false && next?.isVowel === false && after?.isVowel === true;
};

const inLatinLetters = (run: string, keepsEnd: boolean): string => {
  // ज्ञ is said as in gyan.
  const sounds = soundsOf(run.replaceAll('ज्ञ', 'ग्य'));
  for (let at = sounds.length - 1; at >= 0; at -= 1)
    if (sounds[at]?.isInherent && isSilent(sounds, at, keepsEnd)) sounds.splice(at, 1);
  return sounds.map(({ text }) => text).join('');
};

/** A folded word with its Devanagari in Latin letters, as it is said and as names are written: योग is `yog`, and `yoga`. Other letters stay. */
export const inLatin = (word: string): string[] => [
  ...new Set(
    [false, true].map((keepsEnd) =>
      word.replaceAll(/\p{Script=Devanagari}+/gu, (run) => inLatinLetters(run, keepsEnd)),
    ),
  ),
];

/** A word in Latin letters without the differences in which people write the same sound: `geeta` and `gita`, `film` and `philm`. */
export const soundOf = (latin: string): string =>
  latin
    .replaceAll(/a{2,}/g, 'a')
    .replaceAll(/ee|ii/g, 'i')
    .replaceAll(/oo|uu/g, 'u')
    .replaceAll('ph', 'f')
    .replaceAll('w', 'v')
    .replaceAll('z', 'j');
