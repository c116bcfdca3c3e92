import path from 'node:path';
import { measures } from './measures.ts';

/** A file of a sample: its absolute path. */
type SampleFile = string;

export type SampleLecture = {
  title: string;
  description: string;
  video: SampleFile;
  poster: SampleFile;
  durationMs: number;
  sizeBytes: number;
};

export type SampleCourse = {
  title: string;
  description: string;
  category: string;
  createdBy: string;
  thumbnail: SampleFile;
  lectures: SampleLecture[];
};

const file = (name: string): SampleFile => path.join(import.meta.dirname, 'files', name);

function lecture(name: keyof typeof measures, title: string, description: string): SampleLecture {
  return { title, description, video: file(`${name}.mp4`), poster: file(`${name}.webp`), ...measures[name] };
}

/** The courses that a new school may start with. `samples/make/make.ts` makes their files. */
export const sampleCourses: SampleCourse[] = [
  {
    title: 'The Shopkeeper’s Balance Sheet',
    description:
      'One bakery, one year, and every rupee accounted for. Learn to read what a business owns, what it owes and what is left for the owner.',
    category: 'Business',
    createdBy: 'Nandini Kulkarni',
    thumbnail: file('shopkeeper.jpg'),
    lectures: [
      lecture(
        'shopkeeper-two-sides',
        'Two sides, one total',
        'What the bakery owns on the left, who paid for it on the right. The owner’s equity is the part that makes them agree.',
      ),
      lecture(
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
    createdBy: 'Dr. Thomas Kurian',
    thumbnail: file('monsoon.jpg'),
    lectures: [
      lecture(
        'monsoon-warm-land',
        'Warm land, cool sea',
        'Land heats faster than water, and air moves to even things out. That simple difference is where the great wind begins.',
      ),
      lecture(
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
    createdBy: 'Farah Siddiqui',
    thumbnail: file('statistics.jpg'),
    lectures: [
      lecture(
        'statistics-mean-and-median',
        'The mean and the median',
        'Seven salaries have two different middles. One large number pulls the first away and leaves the second where it was.',
      ),
      lecture(
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
    createdBy: 'Lakshmi Subramaniam',
    thumbnail: file('carnatic.jpg'),
    lectures: [
      lecture(
        'carnatic-sa-and-pa',
        'Sa, Pa and the drone',
        'The tanpura gives you the ground to stand on. Hear Sa, Pa and the upper Sa against it, and see why they agree.',
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
