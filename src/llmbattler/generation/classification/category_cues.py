"""Words and phrases that indicate a category, by strength. `*_NOT` lists phrases that only look like cues."""

CODING_STRONG = """
git|express server|eaddrinuse|flex container|detached head|volatile keyword|branche git|二叉树|链表|unity player
volatile|docker volume|eslint|prettier|monorepo|pip|conda install|write a function|write a query|write a program
write a script|write a class|write a method|function to|function that|script that|program that|query that
class that|reverse proxy|recursive function|recursive fibonacci|python example|key value store|compaction
bloom filter|navbar|web server|html css|threads and processes|command line|schreib mir ein skript
schreibe ein skript|schreibe ein programm|schreibe eine funktion|écris une fonction|écris un programme
écris un script|escribe una función|escribe un programa|escribe un script|scrivi una funzione
scrivi un programma|scrivi uno script|escreva uma função|escreva um programa|escreva um script|写一个脚本
写一段代码|プログラムを書|スクリプトを書|github|gitlab|bitbucket|pygame|beautifulsoup|selenium|playwright|scrapy
kafka|rabbitmq|spark sql|pyspark|airflow|hadoop|elasticsearch|graphql query|grpc|protobuf|list comprehension
lambda function|decorator|generator function|recursion|pointers|garbage collector|garbage collection|memory leak
race condition|stacktrace|null pointer|undefined is not|is not defined|permission denied|command not found
exit code|environment variable|env file|virtualenv|conda|poetry|jupyter|notebook cell|localhost|port 8080
port 3000|excel formula|spreadsheet formula|google sheets formula|vlookup|pivot table formula|xpath|css selector
flexbox|css grid|bootstrap|svelte|laravel|symfony|wordpress plugin|spring boot|hibernate|maven|gradle|dotnet
asp.net core|unity script|unreal engine|godot|arduino|raspberry pi|esp32|microcontroller|vim|emacs|vs code
vscode|intellij|xcode|android studio|flutter|jetpack compose|swiftui|last commit|commits|git stash|git reset
git pull|gitignore|big o notation|let const|const and var|html page|web app|web scraper|cron job|ssh key
publickey|ssl certificate|http request|status code|http status|cors|sql query|sql injection|left join|inner join
foreign key|primary key|database schema|orm|stored procedure|api key|rest endpoint|microservice|microservices
load balancer|message queue|leader election|dynamic programming|depth first search|breadth first search|dijkstra
hash table|heap sort|sorting algorithm|data structure|data structures|design pattern|singleton
dependency injection|object oriented|inheritance in|polymorphism|type hints|typing module|asyncio|multithreading
multiprocessing|subprocess|stdin|stdout|command line tool|cli tool|while loop|for loop|if statement
switch statement|try catch|try except|boolean|enum|struct|tuple|nested loop|useeffect|usestate|go program
program in go|in go handle|in golang|in haskell|in scala|in perl|in lua|in julia|in kotlin|in dart|in cobol
in fortran|cobol|fortran|prolog|wasm|webassembly|llvm|ebpf|linux kernel|bash command|sed command|awk|grep|curl
jq|ffmpeg|imagemagick|opencv|scikit learn|matplotlib|keras|hugging face transformers|ciclo while|ciclo for
schleife in|exception in|eine klasse|une classe en|una clase en|boucle for|boucle while|bucle for|bucle while
laço for|base de données sql|datenbankabfrage|consulta sql|requête sql|programmiersprache
langage de programmation|lenguaje de programación|linguaggio di programmazione|linguagem de programação|单元测试
数据库|正则表达式|算法实现|编译|调试|接口|前端|后端|爬虫|正規表現|データベース|アルゴリズム|デバッグ|コンパイル
単体テスト|javascript|typescript|golang|kotlin|html|css|sql|php|bash|powershell|dockerfile|docker|kubernetes
terraform|ansible|nginx|numpy|pandas|django|flask|fastapi|pytorch|tensorflow|reactjs|react component|react hook
node.js|nodejs|next.js|vue|angular|webpack|npm|pip install|git rebase|git commit|git merge|git push|git branch
github actions|gitlab ci|regex|regular expression|unit test|unit tests|pytest|rest api|graphql|postgresql
postgres|mysql|sqlite|mongodb|redis|sqlalchemy|websocket|source code|code snippet|write code|pseudocode|refactor
stack trace|traceback|typeerror|valueerror|keyerror|syntaxerror|nullpointerexception|segmentation fault|segfault
compiler error|stack overflow|linked list|binary search|binary tree|hash map|quicksort|merge sort|bubble sort
lru cache|time complexity|async await|api endpoint|json schema|cuda|opencl|assembly language|verilog|matlab
latex code|excel macro|vba|shell script|bash script|python script|python function|python code|python program
in python|mit python|en python|with python|em python|using python|python class|python list|python dictionary
java code|java class|in java write|en java|em java|in c write|em c que|in rust|in ruby on rails|in swift code
swift code|rust code|ruby on rails|r code|leetcode|crashloopbackoff|dataframe|csv file with|programmiere
programmieren|quellcode|skript schreiben|algorithmus implementieren|programmer en|coder en|un script python
código fuente|programa en|funzione in|funzione python|função em|programa em c|代码|编程|函数 python|写一个函数
写一个程序|脚本|编写程序|快速排序|コードを書|プログラム|関数を書|配列|スクリプト|実装して|descent parser
thread safe|mutex|jquery|tailwind|chmod|systemd|crontab|makefile|webhook|oauth|s3 bucket|aws lambda|code review
codebase|deadlocks|arraylist|javac|gcc|clang|cmake|pull request|merge conflict|code only|this code|my code
the code|code that|ce code|este código|questo codice|mon code
"""

CODING_WEAK = """
unity|keyword|node|flex|align|thread|process|file|folder|input|output|example|package|module|import|object|type
runtime|stack|heap|queue|graph|proxy|service|domain|button|form|component|page|responsive|navbar|layout|install
deploy|deployment|build|test|mock|config|setup|cloud|container|client|request|response|upload|download|log|crash
memory|performance|parse|sort|reverse|iterate|print|anagram|fibonacci|palindrome|employees|join|table|column|row
key value|storage engine|workload|engine|ssd|bot|automation|skript|ordner|dateien|befehl|umbenennt|fichier
erreur|commande|dossier|archivo|carpeta|error|comando|botón|página web|file di testo|cartella|errore|pacchetto
ficheiro|pasta|erro|botão|文件|命令|服务器|网页|ファイル|サーバー|コマンド|エラー|python|java|rust|ruby|swift
perl|scala|haskell|julia|dart|lua|react|script|function|variable|loop|array|compile|compiler|debug|bug|algorithm
program|programming|software|database|query|api|endpoint|server|json|xml|yaml|csv|class|method|interface|string
integer|pointer|exception|library|framework|frontend|backend|code|implement|parser|repository|git|linux|terminal
command line|app|website|web page|funktion|programm|klasse|schleife|datei|fonction|boucle|tableau|classe|función
bucle|código|clase|funzione|ciclo|codice|função|laço|程序|函数|循环|报错|バグ|コード|関数|async|concurrency
schema|pod|cluster|tests|kernel|recursive|abstract class|table view|cadena|lit un fichier|arquivo|télécharge
"""

MATH_STRONG = """
slope of|next number in the sequence|next term|somme des|dezimalzahl|as a decimal|angles d'un|dodecagono|decagon
algebraic numbers|countable|transcendental|split evenly|squared|cubed|to the power of|hexagon|pentagon|octagon
polygon|rectangle|rhombus|trapezoid|parallelogram|diagonals|even number|odd number|natural number|real numbers
complex numbers|closed form|counterexample|uniformly continuous|differentiate|multiply|divide|subtract|numerator
denominator|x squared|exponent|geometry problem|vertices|quotient|dividido entre|dividido por|diagonales
rechteck|dreieck|rectángulo|triángulo|rettangolo|triangolo|retângulo|triângulo|sechseck|hypoténuse|hoch zwei
au carré|al cuadrado|al quadrato|ao quadrado|乘以|除以|次方|三角形|长方形|の乗|乗は|長方形|median|mean of
compound interest|simple interest|to a fraction|as a fraction|to a decimal|sum is|limit of|as n goes to infinity
factor x|expand the|long division|divisible by|decimal places|scientific notation|cosine|sine|tangent of
arithmetic mean|variance of|expected value|congruent to|modular arithmetic|planar graph|bijection|injective
surjective|supremum|metric space|hilbert space|banach space|cauchy|riemann|laplace transform|fourier series
fourier transform|linear algebra problem|linear equations|system of equations|inequality x|recurrence relation
generating function|induction that|by induction|cross product|dot product|inverse matrix|surface area
diagonal of|the sum of the digits|consecutive integers|consecutive numbers|roman numeral|is divisible
remainder when|square feet in|wurzel aus|umfang eines|flächeninhalt|volumen einer|durchschnitt von|bruch
dreisatz|gleichungssystem|périmètre|aire d'un|volume d'un|moyenne de|système d'équations|raíz|perímetro
área de un|área de|volumen de|promedio de|sistema de ecuaciones|perimetro|area di un|volume di un|media di
sistema di equazioni|média de|raiz quadrada|面积|周长|体积|平均数|还剩几|一共有多少|余数|因式分解|の面積|の体積
平均を|残りはいくつ|合計はいくつ|最大公約数|最小公倍数|derivative|derivatives|integral|integrate|antiderivative
eigenvalue|eigenvalues|determinant|solve for|quadratic|polynomial|factorial|prime number|prime numbers
greatest common divisor|least common multiple|square root|cube root|standard deviation|taylor series
differential equation|prove that|logarithm|log base|trigonometry|pythagorean|hypotenuse|radians
arithmetic sequence|geometric sequence|sum of the first|permutations|combinations of|how many ways can|binomial
modulo|finite group|vector space|eigenvector|integer solutions|irrational|probability of|simplify the expression
solve the equation|solve the system|area of a|volume of a|circumference|perimeter|percent of|gleichung
integral von|ableitung|primzahl|wahrscheinlichkeit|quadratwurzel|berechne das|berechne die fläche|l'équation
dérivée|intégrale|probabilité|racine carrée|nombre premier|la ecuación|derivada|probabilidad|raíz cuadrada
número primo|l'equazione|derivata|integrale|probabilità|radice quadrata|a equação|equação|probabilidade|方程
导数|积分|概率|求解|平方根|方程式|微分|確率|因数分解|整数の和|面積を求|théorème|theorem|lemma
black scholes equation|prime order
"""

MATH_WEAK = """
equation|probability|matrix|triangle|circle|radius|percentage|percent|average|calculate|compute|solve|sum
divided by|multiplied by|times|minus|plus|fraction|angle|degrees|theorem|proof|berechne|rechne|wie viel ist|mal
calcule|calcula|calcola|resuelve|résous|risolvi|resolva|löse|计算|計算|解|cuánto es|combien font|quanto fa
quanto é|original price|discount|how many|how much|how long|how fast|how far|km h|per minute|per hour|is a prime
"""

HOW_MUCH = """
was kostet|quanto custa|cuánto cuesta|quanto costa|combien coûte|what does each|how many days|how many hours
chance that|what is the chance|how old is|how old will|how old was|what fraction|wie schnell|wie weit|wie alt
wie teuer|quelle distance|quelle vitesse|à quelle vitesse|cuántos días|qué velocidad|quanti giorni
a che velocità|quantos dias|qual a velocidade|how many|how much|how long|how fast|how far|what percentage
what was the|what is its|what is the|wie viele|wie viel|wie lange|combien|cuántos|cuántas|cuánto|quanti|quanto
quantos|多少|几个|いくつ|何個|is it in
"""
LEFT_OVER = """
kostet|custa|cuesta|costa|coûte|split|evenly|compro|compra|workers|need|needs|km|miles|meters|metres|hours
stunden|heures|horas|ore|days|tagen|jours|días|giorni|dias|minutes|minuten|pays|sells|sold|earns|saves|shares
divided|twice|half|speed|fährt|roule|recorre|percorre|thrown|drawn|marbles|coins|cards|dice|吃了|苹果|are left
remain|remaining|left over|gives away|give away|buys|buy|each|per|total|altogether|costs|cost|after a|discount
travels|fill|if i have|sides|bleiben|übrig|reste|quedan|restano|sobram|剩|残り
"""

CREATIVE_NOUNS = """
short play|obituary|sonett|shanty|chanty|sequel|fortsetzung|gutenachtgeschichte|suite de ce|continuación de
seguito di|continuação de|etwas über den|eulogy|backstory|origin story|opening line|first line|first chapter
prologue|epilogue|letter from|children's tale|joke|jokes|pun|puns|riddle|riddles|speech|acrostic|couplet
quatrain|tanka|verse|verses|rhyme|hymn|anthem|jingle|musical|play about|one act play|skit|script for a
film script|movie script|sitcom|short film|comic strip|graphic novel|flash fiction|microfiction|science fiction
sci fi|fantasy world|magic system|creation myth|love poem|diary entry|journal entry|memoir|vignette|narrative
adventure|horror story|mystery|thriller|detective|romance|creature|kingdom|superhero|protagonist|antagonist
tongue twister|spoken word|slam poem|roast|pick up lines|greeting card|birthday poem|epic|saga|prose poem|elegy
liebesbrief|witz|rätsel|ballade|fabel|hörspiel|szene|rede|reim|sage|legende|krimi|kapitel|blague|devinette|fable
légende|scène|comptine|lettre d'amour|dialogue entre|sonnet|chapitre|chiste|adivinanza|fábula|leyenda|escena
diálogo|soneto|carta de amor|capítulo|canción de cuna|barzelletta|indovinello|favola|leggenda|scena|dialogo
sonetto|lettera d'amore|capitolo|ninna nanna|piada|adivinha|lenda|cena|canção de ninar|cordel|笑话|谜语|寓言
传说|剧本|对联|情书|段子|童谣|台词|冗談|なぞなぞ|寓話|伝説|脚本|手紙|怪談|川柳|替え歌|昔話|poem|poems|poetry
short story|story|stories|haiku|limerick|song|lyrics|song lyrics|screenplay|dialogue|fairy tale|bedtime story
novel|novella|monologue|rap|villanelle|ode|ballad|parody|fan fiction|fanfiction|fanfic|myth|legend|villain|toast
love letter|scene|sketch|stand up routine|satire|free verse|opening paragraph|tale|nursery rhyme|lullaby
ghost story|character for|gedicht|geschichte|kurzgeschichte|märchen|liedtext|lied|roman|theaterstück|poème
histoire|conte|nouvelle|chanson|haïku|poema|cuento|relato|canción|historia|novela|poesia|racconto|storia|fiaba
canzone|romanzo|filastrocca|conto|história|canção|crônica|诗|故事|小说|歌词|童话|散文|詩|俳句|物語|小説|短歌
童話|歌詞|ストーリー
"""

CREATIVE_VERBS = """
make me a|write me a|turn this|turn the|rewrite this|retell|rewrite the ending|improvise|dream up|pretend
describe a|paint a|generate a|generate an|schildere|dichte|reime|verwandle|imagine|transforme|transforma
trasforma|raconte moi|cuenta|cuéntame una|narra|conta|write|compose|create|craft|invent|make up|tell me a|tell a
tell me another|continue this|continue the|finish this|draft|pen a|come up with|give me a|spin a|narrate|schreib
schreibe|schreiben|verfasse|erfinde|erzähl mir eine|erzähl mir ein|erzähle mir ein|erzähle mir eine|erzähle
écris|écrivez|rédige|raconte|invente|escribe|escriba|cuéntame un|inventa|compón|redacta|scrivi|componi|racconta
raccontami|escreva|escreve|conte uma|conte|crie|componha|写|編|编|创作|創作|書いて|作って|考えて|書いてください
続きを
"""

CREATIVE_STYLE = """
poetically|roleplay as|role play as|roleplay a|pretend you are a|pretend to be a|spiele die rolle|joue le rôle
haz el papel|扮演|になりきって|atmospheric|spooky|in the style of shakespeare|in iambic pentameter
first person narrator|plot twist|worldbuilding
"""

# Nouns above that mean something else in these words.
NOT_CREATIVE = """
speech recognition|speech therapy|play a role|mystery shopper|chapter in my life|text to speech|free speech
freedom of speech|book chapter|thesis chapter|speech bubble|user story|user stories|instagram story|cover story
the story behind|the story of how|story points|love story movie|novel approach|novel method|sql script
success story|song by|toast bread|french toast|behind the scenes|song that goes
"""

CODING_NOT = """
script for a|movie script|film script|as an html table|as a json array|as json|json array|in json|json format
html table|return policy|build a wall|test drive|airport terminal|terminal 1|terminal 2|page of|table of
assembly line|code of conduct|dress code|zip code|postal code|post code|discount code|promo code|coupon code
qr code|morse code|area code|tax code|building code|code red|genetic code|penal code|civil code|source of
da vinci code|country code|color code|colour code|bar code|honor code|cheat code|code postal|código postal
código civil|código penal|codice fiscale|codice postale|codice civile|function of the liver|dance class
first class|school class|class action|economy class|middle class|working class|function of|television program
tv program|training program|exercise program|loyalty program|radio program|diet program|monty python
python snake|string quartet|guitar string|string theory|public library|library open|restaurant server|bug bite
bed bug
"""

COUNTED = """
words|word|sentences|sentence|paragraphs|paragraph|bullets|bullet points|bullet|lines|line|items|characters
letters|syllables|stanzas|points|headings|steps|sections|columns|examples|questions|emojis|verses|rows|wörter
wörtern|worte|worten|sätze|sätzen|satz|absätze|absätzen|zeilen|strophen|punkte|stichpunkte|mots|phrases|phrase
paragraphes|lignes|strophes|caractères|palabras|frases|frase|párrafos|líneas|estrofas|caracteres|parole|frasi
paragrafi|righe|strofe|caratteri|palavras|parágrafos|linhas|estrofes|字|个字|個字|句|句话|段|行|文|文字|文字以内
段落
"""

LIMITS = """
in a|into|with|mit|en|em|con|com|avec|用|以|just|consisting of|jeweils|of exactly|exactly|at most|no more than
not more than|at least|fewer than|less than|more than|up to|maximum|max|minimum|within|only|under|single
in genau|genau|höchstens|maximal|mindestens|nicht mehr als|weniger als|exactement|au maximum|au plus|au moins
moins de|pas plus de|exactamente|como máximo|máximo|al menos|menos de|no más de|esattamente|al massimo|massimo
almeno|non più di|meno di|exatamente|no máximo|pelo menos|não mais de|不超过|最多|至少|恰好|正好|以内|以下|以上
不少于|in
"""

INSTRUCTIONS = """
on its own line|no commentary|valid xml|as valid|in your answer|ranked from|punti elenco|个要点|一単語で
comma separated|nothing but|a number only|number only|with the word|in the third line|in reverse|as an html
html table|the answer as|séparées par|séparés par|getrennt durch|separados por|separadas por|separati da
separate da|avoid jargon|ohne artikel|pro zeile|im json format|using bullet|reply in|respond in|each starting
two sentence|three sentence|two sentences|without the words|without the word|without the letter
without mentioning|without saying|no mention of|in a table|in table form|as a list|every line starts
every line begins|every word|each word|each paragraph|every paragraph|no other text|nothing else|separated by
in french only|in english only|in spanish only|in german only|answer in french|answer in german
answer in spanish|reply in french|reply in german|respond in json|return json|return only|return a json
json with|in yaml|in csv|in xml|in html only|answer backwards|response backwards|write backwards
in reverse order|all in rhyme|in rhyme|must rhyme|iambic pentameter|palindrome|in bold|use emojis|no emojis
without emojis|keep it under|keep your answer|limit your answer|limit yourself|be brief and|no longer than
be no longer|word count|one sentence|a single sentence|single paragraph|one paragraph|pros and|step numbers
use headings|with headings|first letter of each|starts with the letter|starting with the letter
beginning with the letter|ends with the letter|use the word|use the words|use only|using only|only using
only use|strictly|do not explain|don't explain|without explanation|without explanations|no introduction
no preamble|skip the intro|in ascending order|in descending order|sorted by|from oldest to newest|einem satz
in einem wort|ein wort|ohne erklärung|ohne erklärungen|ohne die wörter|auf deutsch antworten|antworte auf
in tabellenform|nummerierte liste|durchnummeriert|jeder satz|jede zeile|verwende nur|benutze nur|keine emojis
höchstens|un par ligne|une par ligne|liste numérotée|sans explication|sans explications|en une phrase|en un mot
un seul mot|une seule phrase|sans le mot|sans les mots|chaque phrase|chaque ligne|dans un tableau|réponds en
lista numerada|sin explicaciones|sin explicación|en una frase|en una oración|una sola palabra|en una palabra
sin la palabra|sin las palabras|cada frase|cada línea|una por línea|uno por línea|en una tabla|responde en
una sola parola|in una parola|in una frase|una sola frase|senza spiegazioni|senza la parola|senza le parole
ogni frase|ogni riga|uno per riga|una per riga|elenco numerato|elenco puntato|rispondi in|em uma frase
numa frase|em uma palavra|uma só palavra|sem explicações|sem explicação|sem a palavra|sem as palavras|cada linha
um por linha|uma por linha|responda em|句话|一句话|一个词|不要解释|无需解释|不加解释|列表形式|编号列表|每个句子
用英文回答|用中文回答|用法语回答|一文で|一語で|説明なし|説明は不要|番号付き|リスト形式|各文|各行|英語で答えて
文字以内|without using|do not use|don't use|do not mention|don't mention|don't include|do not include
avoid the word|avoid using|never use|must contain|must include|must begin|must start|must end|must have
must be written|include the word|include the words|start every|start each|begin each|begin every|end with
end each|end every|every sentence|each sentence|each line|one per line|per line|all caps|all lowercase
in lowercase|lowercase|in uppercase|uppercase letters|capital letters|as json|as a json|in json|valid json
json array|json format|json object|as a table|table with|as csv|as yaml|as xml|in markdown|as markdown
markdown table|bullet points|as bullets|bulleted list|numbered list|alphabetical order|answer only|reply only
respond only|only output|output only|reply with only|respond with only|answer with only|only answer
just the answer|single word|one word|code only|no explanation|no explanations|yes or no|format your answer
format your response|your answer must|your response must|with a single|reply with a|exactly one
use the following format|in the following format|no adjectives|use british spelling|words or less|words or fewer
use at least|constraints|nur mit|antworte nur|ohne das wort|ohne den buchstaben|verwende kein|verwende keine
benutze kein|benutze keine|als tabelle|als json|als liste|in stichpunkten|alphabetisch|ja oder nein
großbuchstaben|kleinbuchstaben|muss enthalten|beginne jeden|uniquement par|réponds uniquement|réponds seulement
sans utiliser|n'utilise pas|sous forme de tableau|en json|sous forme de liste|par ordre alphabétique|oui ou non
en majuscules|en minuscules|commence chaque|solo con|responde solo|responde únicamente|sin usar|sin utilizar
no uses|en formato json|en forma de tabla|orden alfabético|sí o no|en mayúsculas|en minúsculas|empieza cada
rispondi solo|senza usare|senza utilizzare|non usare|in formato json|in una tabella|ordine alfabetico|sì o no
in maiuscolo|in minuscolo|inizia ogni|responda apenas|apenas com|somente com|sem usar|sem utilizar|não use
em formato json|em uma tabela|numa tabela|ordem alfabética|sim ou não|em maiúsculas|em minúsculas|comece cada
只回答|仅回答|只用|不要使用|不能使用|不使用|用表格|以表格|json格式|以json|每行|每句|按字母|必须包含|必須包含
だけで答えて|のみで答えて|使わずに|使わないで|表形式|箇条書き|jsonで|json形式|一言で|必ず含めて
"""

HARD_VERBS = """
lay out|walk through|how would you|what would change|strategy for|work up|failure modes|differential diagnosis
model the|obstacles|deal with it|weigh|contrast|critique|reconcile|quantify|estimate the|under what conditions
in what ways|to what extent|implications of|consequences of|pros and cons of|interpret|investigate
outline a plan|road map|roadmap|framework for|prioritise|prioritize|plan for a|devise|construct|refute
vor und nachteile|inwiefern|untersuche|diskutiere|vergleiche die|entwickle|erörtere|dans quelle mesure|discute
compare les|élabore|hasta qué punto|compara las|desarrolla|elabora|in che misura|confronta le|sviluppa
em que medida|desenvolva|discuta|elabore|比较|论证|论述|阐述|制定|比較し|論じ|考察|prove|derive|analyse|analyze
evaluate|optimise|optimize|diagnose|design|architect|propose|compare the trade offs|trade offs|trade off
tradeoffs|critically|justify|argue|assess|distinguishes|discuss|formulate|synthesise|synthesize|root cause
explain why|explain how|explain the cause|what would happen if|show that|step by step|first principles
include tests|compare their|you prevent|analysiere|beweise|optimiere|begründe|entwirf|bewerte|leite her|démontre
analyse comparative|évalue|conçois|justifie|demuestra|analiza|optimiza|diseña|evalúa|justifica|dimostra|analizza
ottimizza|progetta|valuta|demonstre|analise|otimize|projete|avalie|证明|分析|优化|设计|推导|评估|論証|証明
分析して|設計して|最適化|導出|評価して|narrator|timeline consistent
"""

HARD_TERMS = """
trade offs|tradeoffs|implications|concurrency|thread safe|memory model|complexity|idempotent|multi tenant|schema
regulatory|regulation|evidence|dosing|anticoagulation|kidney disease|atrial fibrillation|crispr|off target|gdpr
legitimate interest|jurisprudence|responsabilité civile|segments|pricing|channels|risks|market rates
reverse repo|federal reserve|financial crisis|gradient|bandwidth|parallelism|induction motor|three phase
confounders|controls|statistics|hypothesis|working memory|go to market|cybersecurity|black scholes|assumptions
convergence|radius of convergence|arithmetic intensity|occupancy|tiling|shared memory|error recovery
recursive descent|deadlock|deadlocks|under load|latency|throughput|scalability|distributed|consensus|encryption
cryptography|thermodynamics|quantum|pharmacokinetics|differential diagnosis|litigation|liability|fiduciary|tort
statute|bayesian|regression|causal|stochastic|eigenvalue|manifold|topology|group|cyclic|irrational
infinitely many|converse|theorem|kapazitätsgrenzen|verfahren|lieferplan|constraints|migrating|capacity
consistent|unreliable narrator|radius|isomorphism|np hard|asymptotic|conséquences|locking|memory bandwidth
integer solutions|test plan|recurrent networks|performance implications
"""

NUMBERS = """
one two three four five six seven eight nine ten twelve twenty fifty hundred
ein eine zwei drei vier fünf sechs sieben acht neun zehn un une deux trois quatre cinq six sept huit neuf dix
uno una dos tres cuatro cinco seis siete ocho nueve diez due tre quattro cinque um uma dois duas três
一 二 三 四 五 六 七 八 九 十
"""

QUESTION_WORDS = """
who what which when where why how did does is are was wer was wie qui quel quelle quién qué cuál chi quale quem qual
"""
