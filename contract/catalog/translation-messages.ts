/** At most, and as many characters as fit into the largest body in every script. */
export const TEXTS_AT_ONCE = 100;
export const CHARACTERS_AT_ONCE = 900_000;

/** Messages about the texts of courses in further languages. */
export const translationMessages = {
  incomplete: 'Enter the texts to save',
  unknown: 'The course has no such text',
  unknownOfSchool: 'The school has no such text',
  gaps: 'Write the same gaps as the original, such as {{1}}',
  values: 'Keep the values in braces of the original, such as {price}',
  tooMany: `Save up to ${TEXTS_AT_ONCE} texts at a time`,
  saved: 'Translations saved',
  failure: 'The translations could not be loaded',
  saveFailed: 'The translations could not be saved',
  imported: 'Translations imported',
  tooManyTexts: 'The file has more than 9,000 texts',
  otherLanguage: 'This file is in another language. Choose that language above, or another file.',
  importFailed: 'The translations could not be imported',
  drafting: 'Drafts are being written',
  draftingFailed: 'Drafts could not be written',
  /** Why the command of the owner ended before its last text. */
  command: {
    missing: 'The program that drafts translations could not be started',
    timeout: 'The program that drafts translations took too long',
    failed: 'The program that drafts translations ended with an error',
    unreadable: 'The answer of the program that drafts translations could not be read',
    stopped: 'Drafting stopped before its end. Start it again to continue.',
  },
  /** What a text is, by its key without the ids in it. */
  places: {
    title: 'Title of the course',
    description: 'Description of the course',
    outcomes: 'What learners will be able to do',
    'sections.title': 'Title of a section',
    'lectures.title': 'Title of a lecture',
    'lectures.description': 'Description of a lecture',
    'lectures.text': 'Text of a lecture',
    'home.tagline': 'Tagline',
    'home.text': 'Text below the tagline',
    'blocks.title': 'Title of a block',
    'blocks.body': 'Text of a block',
    'blocks.alt': 'Description of a picture',
    'blocks.caption': 'Caption',
    'blocks.quote': 'Quotation',
    'blocks.who': 'Who said it',
    'blocks.about': 'About the person',
    'blocks.label': 'Text of a link',
    'blocks.question': 'Question on the home page',
    'blocks.answer': 'Answer on the home page',
    'pages.title': 'Title of a page',
    'pages.body': 'Text of a page',
    'plans.name': 'Name of a plan',
    'announcements.title': 'Title of an announcement',
    'announcements.body': 'Text of an announcement',
    'questions.text': 'Question',
    'questions.explanation': 'Explanation',
    'questions.options': 'Option',
    'questions.feedback': 'Feedback on an option',
    'questions.items': 'Item to put in order',
    'questions.lefts': 'Left side of a pair',
    'questions.rights': 'Right side of a pair',
  },
  place: 'Text',
  /** Why a text of a file was left out. */
  leftOut: {
    unreadable: 'A line of this text cannot be read',
    again: 'The file has this text twice. The first was taken.',
    unsure: 'It is marked as fuzzy or as a draft. The translation that learners see was kept.',
    older: 'The original has changed since, and its new translation was kept',
  },
} as const;

const places = new Map<string, string>(Object.entries(translationMessages.places));
export const placeOf = (key: string): string => {
  const [kind = '', , field] = key.split('.');
  return places.get(field === undefined ? kind : `${kind}.${field}`) ?? translationMessages.place;
};
