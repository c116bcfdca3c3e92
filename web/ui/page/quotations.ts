/** Famous words on learning, each with where it was said or written. */
export const quotations = [
  {
    text: 'The highest education is that which does not merely give us information but makes our life in harmony with all existence.',
    author: 'Rabindranath Tagore',
    source: 'Personality, 1917',
  },
  {
    text: 'Education is the most powerful weapon which you can use to change the world.',
    author: 'Nelson Mandela',
    source: 'Speech in Johannesburg, 16 July 2003',
  },
  {
    text: 'I believe that education, therefore, is a process of living and not a preparation for future living.',
    author: 'John Dewey',
    source: 'My Pedagogic Creed, 1897',
  },
  {
    text: 'Reading maketh a full man; conference a ready man; and writing an exact man.',
    author: 'Francis Bacon',
    source: 'Of Studies, 1625',
  },
] as const;
