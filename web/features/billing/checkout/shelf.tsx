import { useQuery } from '@tanstack/react-query';
import { courseListQuery } from '#web/api/course-queries.ts';
import { Book } from '#web/ui/covers/cover.tsx';

/** The size of each book, and its decoration while the school has fewer courses. */
const bookSlots = [
  { size: 'h-42 w-29', decoration: 'Tea' },
  { size: 'h-35 w-25', decoration: 'Harbour' },
  { size: 'h-46 w-30', decoration: 'Ink' },
  { size: 'h-38 w-26', decoration: 'Paper' },
  { size: 'h-43 w-28', decoration: 'Rivers' },
  { size: 'h-34 w-23', decoration: 'Orchard' },
];

/** The newest courses as books. */
export function Shelf() {
  const { data, isPending } = useQuery(courseListQuery({ limit: bookSlots.length }));
  return (
    <div className="mt-12 hidden lg:block">
      <div className="flex min-h-46 items-end gap-2.5">
        {!isPending &&
          bookSlots.map(({ size, decoration }, index) => {
            const { title, thumbnail } = data?.courses[index] ?? {};
            return (
              <Book
                key={decoration}
                title={title ?? decoration}
                src={thumbnail?.secure_url}
                hidesTitle={!title}
                className={`shrink text-xs ${size}`}
              />
            );
          })}
      </div>
      <div className="ledge" />
    </div>
  );
}
