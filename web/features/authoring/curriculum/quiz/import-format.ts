export const formats = ['gift', 'aiken', 'csv'] as const;
export type ImportFormat = (typeof formats)[number];

export const formatNames: Record<ImportFormat, string> = { gift: 'GIFT', aiken: 'Aiken', csv: 'CSV' };

/** What a text probably is. */
export const formatOf = (text: string): ImportFormat => {
  if (/^\s*ANSWER\s*[:：]\s*[A-Z]\b/im.test(text)) return 'aiken';
  // Titles may be above the header.
  const firstLines = text.trimStart().split('\n', 20).join('\n');
  return /(?:^|[,;\t|])"?question"?[,;\t|]|[,;\t|]"?question"?\s*$/im.test(firstLines) ? 'csv' : 'gift';
};
