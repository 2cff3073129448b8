import { createRoot } from 'react-dom/client'
import { startApp } from './app/start.tsx'
import './ui/theme/fonts.ts'
import './ui/theme/ground.css'
import './ui/theme/words.css'
import './ui/theme/library.css'
import './ui/theme/print.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
void startApp(createRoot(root))
