import { createSite } from './site.ts';
const origin = 'http://127.0.0.1:5270';
const site = createSite({ origin } as never);
const titles = [
  'Read a Balance Sheet in an Afternoon',
  'Carnatic Vocals from the First Swara',
  'Statistics You Can Trust',
  'Python for People Who Use Spreadsheets',
  'The Courtyard House: Climate and Plan',
  'Spoken Japanese for Travellers',
  'Indian Miniature Painting',
  'How Monsoons Work',
  'Writing That Gets a Reply',
  'Reading a Raga Score',
  'Soil, Seed and Season',
];
for (let i = 0; i < 50; i++)
  await site.aCourse({
    title: `${titles[i % titles.length]}${i >= titles.length ? ` ${Math.floor(i / titles.length) + 1}` : ''}`,
  });
for (const n of ['Kavya Subramaniam', 'Meera Nair', 'Rukmini Hegde', 'Sandeep Yadav', 'Thomas Kurian'])
  await site.aSubscriber({ fullName: n });
for (let i = 0; i < 20; i++) await site.aVisitorWhoRegisters({ fullName: `Learner ${i}` });
const m = [
  [
    'Rukmini Hegde',
    'rukmini.hegde@sjce.example',
    'Namaste,\n\nI teach economics at a college in Mysuru and have been a member since July. We are 34 students in the second year, and I would like all of them to work through Read a Balance Sheet in an Afternoon before the January exam.\n\nIs there a rate for a group, and can the college pay with one invoice? Our accounts office needs your GSTIN on it. Access is only needed until the end of March.\n\nWith thanks,\nRukmini Hegde',
  ],
  [
    'Sandeep Yadav',
    'sandeep@home.example',
    '₹499 went from my account at 9:40 but the course is still locked. What should I do?',
  ],
  ['Meenal Joshi', 'meenal@home.example', 'Is there a plan to add Marathi captions to the courses?'],
];
for (const [name, email, message] of m)
  await fetch(`${origin}/api/v1/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email, message }),
  });
