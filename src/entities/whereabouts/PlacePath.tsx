import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import styles from './whereabouts.module.css'

export function PlacePath({ path }: { path: readonly { id: number; name: string }[] }) {
  return (
    <span className={styles.path}>
      {path.map((place, index) => (
        <span key={place.id}>
          {index > 0 && (
            <span className="quiet" aria-hidden="true">
              /{' '}
            </span>
          )}
          <Link to={pathTo('locations', undefined, { id: place.id })}>
            <bdi>{place.name}</bdi>
          </Link>
        </span>
      ))}
    </span>
  )
}
