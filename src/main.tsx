import { createRoot } from 'react-dom/client'
import { startApp } from './app/start.tsx'
import './ui/theme/fonts.ts'
import './ui/theme/ground.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
void startApp(createRoot(root))
