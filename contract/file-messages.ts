/** What is said about files that people bring. */
export const fileMessages = {
  unknownEncoding: 'The encoding of this file is not known. Save it as UTF-8, then choose it again.',
  windows: 'Read as Windows-1252, because it is not UTF-8. If letters look wrong, save the file as UTF-8.',
  macintosh: 'Read as Mac Roman, because it is not UTF-8. If letters look wrong, save the file as UTF-8.',
  unreadable: 'A character cannot be read, and is shown as �',
  control: 'Characters that cannot be stored were removed',
  more: (count: number) => `The same for ${count} more lines`,
  others: (count: number) => `${count} more lines`,
  aboveHeader: 'Above the header',
  quote: 'A quotation mark without the other one was read as text',
  columns: (count: number) => `The cells after column ${count}`,
  rows: (count: number) => `The lines after row ${count}`,
  cut: (characters: number) => `A text was cut after ${characters} characters`,
} as const;
