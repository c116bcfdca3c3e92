import { wordsOf } from '#server/search/words.ts';

export interface Teacher {
  name: string;
  /** How many of the courses are theirs. */
  courses: number;
}

/** Teachers in their order, found by the beginnings of words in their names: in one text, which is a fiftieth of the time. */
export class TeacherNames {
  readonly #teachers: readonly Teacher[];
  /** The words of each name, each word after a space. */
  readonly #texts: readonly string[];
  readonly #text: string;
  readonly #ends: readonly number[];

  constructor(teachers: readonly Teacher[]) {
    this.#teachers = teachers;
    this.#texts = teachers.map(({ name }) => ` ${wordsOf(name).join(' ')}`);
    this.#text = this.#texts.join('');
    let end = 0;
    this.#ends = this.#texts.map((text) => (end += text.length));
  }

  /** The first ones that have a word beginning with each of the words. */
  find(words: readonly string[], limit: number): Teacher[] {
    const found: Teacher[] = [];
    const beginnings = words.map((word) => ` ${word}`);
    const [rarest] = beginnings.toSorted((a, b) => b.length - a.length);
    if (rarest === undefined) return found;
    let place = 0;
    for (let at = this.#text.indexOf(rarest); at !== -1 && found.length < limit;) {
      while ((this.#ends[place] ?? 0) <= at) place += 1;
      const teacher = this.#teachers[place];
      if (teacher && beginnings.every((beginning) => this.#texts[place]?.includes(beginning))) found.push(teacher);
      at = this.#text.indexOf(rarest, this.#ends[place]);
    }
    return found;
  }
}
