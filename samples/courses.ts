import path from 'node:path';
import { measures } from './measures.ts';

/** A file of a sample: its absolute path. */
type SampleFile = string;

export type SampleLecture = {
  title: string;
  description: string;
  /** Anyone may watch it. */
  isFree: boolean;
  video: SampleFile;
  poster: SampleFile;
  captions?: { language: string; label: string; path: SampleFile } | undefined;
  durationMs: number;
  sizeBytes: number;
};

export type SampleCourse = {
  title: string;
  description: string;
  category: string;
  /** What a learner can do afterwards. */
  outcomes: string[];
  createdBy: string;
  /** What the page of the course says about `createdBy`, the second in Markdown. */
  teacher: { headline: string; about: string };
  thumbnail: SampleFile;
  lectures: SampleLecture[];
};

const file = (name: string): SampleFile => path.join(import.meta.dirname, 'files', name);

function lecture(name: keyof typeof measures, title: string, description: string): SampleLecture {
  const files = { video: file(`${name}.mp4`), poster: file(`${name}.webp`) };
  return { title, description, isFree: false, ...files, ...measures[name] };
}

const free = (made: SampleLecture): SampleLecture => ({ ...made, isFree: true });

/** Someone speaks in it, and what is said can be read. */
function spoken(name: keyof typeof measures, title: string, description: string): SampleLecture {
  const captions = { language: 'en', label: 'English', path: file(`${name}.vtt`) };
  return { ...lecture(name, title, description), captions };
}

/** The courses that a new school may start with. */
export const sampleCourses: SampleCourse[] = [
  {
    title: 'The Shopkeeper’s Balance Sheet',
    description:
      'One bakery, one year, and every rupee accounted for. Learn to read what a business owns, what it owes and what is left for the owner.',
    category: 'Business',
    outcomes: [
      'Read both sides of a balance sheet, and say why they agree',
      'Tell what a business owns from what it owes',
      'See why a profit can leave the cash box empty',
      'Find the owner’s equity in any set of accounts',
    ],
    createdBy: 'Nandini Kulkarni',
    teacher: {
      headline: 'Chartered accountant, Pune',
      about:
        'Nandini Kulkarni kept the books of her family’s bakery before she had a word for any of it. For eighteen years she has been the accountant of **small shops, two theatres and a dairy** in Pune.\n\nShe teaches balance sheets on Saturday mornings, to people who would rather be selling bread, and begins with the cash box every time.',
    },
    thumbnail: file('shopkeeper.jpg'),
    lectures: [
      free(
        spoken(
          'shopkeeper-two-sides',
          'Two sides, one total',
          'What the bakery owns on the left, who paid for it on the right. The owner’s equity is the part that makes them agree.',
        ),
      ),
      spoken(
        'shopkeeper-profit-and-cash',
        'A profit with no cash',
        'A good month can empty the cash box. Follow one order of cakes and see profit and cash go different ways.',
      ),
    ],
  },
  {
    title: 'A Short Science of the Monsoon',
    description:
      'Every June a wind turns round and waters half a continent. Follow it from the warm land that calls it to the mountains that make it rain.',
    category: 'Science',
    outcomes: [
      'Explain why the monsoon begins over warm land',
      'Follow the wind from high pressure to low',
      'Say why one side of a mountain range is wet and the other dry',
      'Read a weather map of June with new eyes',
    ],
    createdBy: 'Dr. Thomas Kurian',
    teacher: {
      headline: 'Meteorologist, Kochi',
      about:
        'Thomas Kurian measured rain on the Kerala coast for twenty-two years, first with a funnel and a bottle, later with radar. His doctorate is about **the first week of June**.\n\nHe now writes about weather for newspapers and schools, and answers every letter that asks why it did not rain.',
    },
    thumbnail: file('monsoon.jpg'),
    lectures: [
      free(
        spoken(
          'monsoon-warm-land',
          'Warm land, cool sea',
          'Land heats faster than water, and air moves to even things out. That simple difference is where the great wind begins.',
        ),
      ),
      spoken(
        'monsoon-mountains',
        'The mountains that catch the rain',
        'Why one side of the Western Ghats is drenched and the other is dry. The answer is in air that climbs, cools and sinks again.',
      ),
    ],
  },
  {
    title: 'Statistics with a Clear Head',
    description:
      'Averages and surveys are in every newspaper, and many of them mislead. Learn the few ideas that show which numbers to believe, and how far.',
    category: 'Mathematics',
    outcomes: [
      'Choose between the mean and the median',
      'See how one large number misleads an average',
      'Judge how many people a survey has to ask',
      'Ask the two questions that most headlines leave out',
    ],
    createdBy: 'Farah Siddiqui',
    teacher: {
      headline: 'Statistician and teacher, Lucknow',
      about:
        'Farah Siddiqui designed household surveys for eleven years, and has knocked on many of the doors herself. She teaches statistics to **journalists, nurses and council members**: people who must decide by numbers that others counted.\n\nHer rule for every lesson: an example that could be in tomorrow’s newspaper, and no formula before it is needed.',
    },
    thumbnail: file('statistics.jpg'),
    lectures: [
      free(
        spoken(
          'statistics-mean-and-median',
          'The mean and the median',
          'Seven salaries have two different middles. One large number pulls the first away and leaves the second where it was.',
        ),
      ),
      spoken(
        'statistics-how-many-to-ask',
        'How many people to ask',
        'A survey is a small taste of a large pot. See how the margin of error shrinks as more people are asked, and how slowly.',
      ),
    ],
  },
  {
    title: 'Carnatic Singing: The First Lessons',
    description:
      'Begin where every singer begins: a drone, a steady Sa, and seven notes. Short lessons to sing along with, each with its pitch shown.',
    category: 'Music',
    outcomes: [
      'Sing Sa, Pa and the upper Sa against a drone',
      'Sing the scale of Mayamalavagowla up and down',
      'Keep Adi tala with your hand',
      'Practise sarali varisai at two speeds',
    ],
    createdBy: 'Lakshmi Subramaniam',
    teacher: {
      headline: 'Carnatic vocalist, Chennai',
      about:
        'Lakshmi Subramaniam began to sing at six, with her grandmother, and gave her first concert in Mylapore at nineteen. She has taught **beginners of every age** for fifteen years, the oldest of them seventy-four.\n\nShe asks for ten minutes a day, a drone, and a place where nobody minds a wrong note.',
    },
    thumbnail: file('carnatic.jpg'),
    lectures: [
      free(
        lecture(
          'carnatic-sa-and-pa',
          'Sa, Pa and the drone',
          'The tanpura gives you the ground to stand on. Hear Sa, Pa and the upper Sa against it, and see why they agree.',
        ),
      ),
      lecture(
        'carnatic-first-scale',
        'Mayamalavagowla, up and down',
        'The raga in which lessons begin, one note at a time. Sing each swara with the flute as its pitch is shown.',
      ),
      lecture(
        'carnatic-sarali-varisai',
        'Sarali varisai, at two speeds',
        'The first exercise in Adi tala, a swara to the beat and then two. Keep the tala with your hand as the beats pass.',
      ),
    ],
  },
];
