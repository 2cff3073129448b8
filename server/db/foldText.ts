/**
 * The database's `fold_text_2`: `contract/rules/fold.ts` in SQL, from the same lists. Generated
 * columns depend on it, so a change needs a new function name and a migration that rebuilds them
 * (decision 63).
 */
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alike, ignoredPattern, twoForOne } from '#contract/rules/fold.ts'

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The migration's statement that created the function. Its name carries the version of the fold. */
export const foldTextStatement = `CREATE FUNCTION "fold_text_2"("t" text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length(t) = char_length(t) THEN RETURN lower(t); END IF; -- ASCII
  t := translate(t, '´″', '''"');
  t := lower(regexp_replace(normalize(t, NFKD), '${ignoredPattern}', '', 'g'));
  IF t ~ ${literal(`[${alike.from}]`)} THEN
    t := translate(t, ${literal(alike.from)}, ${literal(alike.to)});
  END IF;
  RETURN t;
END
$$;`

export const foldText = (text: SQLWrapper): SQL<string> => sql<string>`fold_text_2(${text})`

/** Folds in a scan of many rows; ASCII text skips the function call. */
export const folded = (text: SQLWrapper): SQL<string> =>
  sql<string>`case when octet_length(${text}) = char_length(${text}) then lower(${text}) else ${foldText(text)} end`

/** `similarKey` in SQL. */
export const similarText = (text: SQLWrapper): SQL<string> =>
  twoForOne.reduce<SQL<string>>(
    (key, [one, two]) => sql<string>`replace(${key}, ${one}, ${two})`,
    sql<string>`regexp_replace(btrim(${foldText(text)}), '\\s+', ' ', 'g')`,
  )
