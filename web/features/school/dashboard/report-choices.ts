import { useSearchParams } from 'react-router';

const PERIODS = ['day', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

const yearIn = (address: URLSearchParams, name: string): number | undefined => {
  const year = Number(address.get(name));
  return Number.isInteger(year) && year >= 2000 && year <= 2200 ? year : undefined;
};

const idIn = (address: URLSearchParams, name: string): string | undefined =>
  /^[\w-]{1,64}$/.exec(address.get(name) ?? '')?.[0];

/** What is chosen in the reports; all of it is in the address. */
export function useReportChoices() {
  const [address, setAddress] = useSearchParams();
  return {
    per: PERIODS.find((period) => period === address.get('per')) ?? 'month',
    year: yearIn(address, 'year'),
    compareWith: yearIn(address, 'compare'),
    courseId: idIn(address, 'course'),
    lectureId: idIn(address, 'lecture'),
    /** An empty value removes a choice. */
    choose: (choices: Readonly<Record<string, string>>) => {
      const next = new URLSearchParams(address);
      for (const [name, value] of Object.entries(choices)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      setAddress(next, { preventScrollReset: true });
    },
  };
}
