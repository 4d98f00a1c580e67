"""Questions that ask a model who it is, in many languages.

`{a/b}` stands for either, `<n>` for any known maker or family; `^` asks for the beginning of a clause, `$` for its end.
"""

QUESTIONS = """
{which/what} {llm/model/bot/chatbot/ai/assistant/version/<n>} am i {speaking/talking/chatting/using/interacting}
{who/what/which company} {made/created/built/developed/trained} {you/u}$
{what company/which organization/what organization} {made/created/built/developed/trained} {you/u}$
{who/what/which company} {designed/programmed/owns/released/coded} {you/u}$
{what company/which organization/what organization} {designed/programmed/owns/released/coded} {you/u}$
{which organisation/what organisation/which lab} {made/created/built/developed/trained} {you/u}$
{which organisation/what organisation/which lab} {designed/programmed/owns/released/coded} {you/u}$
{what lab/which team/which firm/what firm} {made/created/built/developed/trained} {you/u}$
{what lab/which team/which firm/what firm} {designed/programmed/owns/released/coded} {you/u}$
{who/which company/what company} {has/have/had} {made/created/built/developed/trained/designed} you$
who {'s/is/are/was/were} {your/ur} {developer/developers/creator/creators/maker}$
who {'s/is/are/was/were} {your/ur} {makers/owner/provider/manufacturer/company}$
{what/whats/what's/what is/tell me} {your/ur} {name/model/model name/model id/identity}$
{state/give me/say/reveal/share} {your/ur} {name/model/model name/model id/identity}$
{what/whats/what's/what is/tell me} {your/ur} {version/developer/creator/company/parent company/provider}$
{state/give me/say/reveal/share} {your/ur} {version/developer/creator/company/parent company/provider}$
{you/u} {made/built/created/trained/developed/powered} by {<n>/who/whom/which company/what company}
{are/r} {you/u} {<n>/a <n>/an <n>} {model/assistant/bot/chatbot/or}
{which/what} {model/llm/bot/chatbot/assistant/version/ai model/version of <n>} {are/r} {you/u}$
{which/what} {model/llm/version/assistant/version of <n>} {you/u} are$
{bist du/sind sie/bist du ein/sind sie ein} <n>$
{welches modell/welche ki/welches sprachmodell/welches llm} {bist du/sind sie/ist das}
wer hat {dich/sie} {gemacht/entwickelt/erstellt/trainiert/erschaffen/programmiert/gebaut}
{von wem/durch wen} {wurdest du/wurden sie/bist du}|{welche firma/welches unternehmen} hat {dich/sie}
{wie heißt du/wie heißen sie/wie lautet dein name/was ist dein modell}$
{vous êtes/tu es/t'es} {quel modèle/quelle ia/qui/<n>}$
{quel modèle/quelle ia/quel llm} {es tu/êtes vous/tu es/vous êtes/est ce}
{qui/quelle entreprise/quelle société} {t'a/vous a/t'as} {créé/créée/développé/fait/entraîné/conçu/programmé}
{par qui} {as tu été/avez vous été/es tu}
{qué/cuál/que} {modelo/modelo de ia/modelo de lenguaje/ia/llm/versión} {eres/es usted/sos}
{quién/qué empresa/qué compañía/quien} te {creó/hizo/desarrolló/entrenó/programó/diseñó/ha creado}
{eres/es usted} <n>$|{por quién} fuiste
{che/quale} {modello/modello di ia/modello linguistico/ia/versione} {sei/è questo}
{chi/quale azienda/che azienda/quale società} ti ha {creato/fatto/sviluppato/addestrato/progettato/programmato}
da chi sei stato|{que/qual} {modelo/modelo de ia/modelo de linguagem/ia/versão} {você é/vc é/és/tu és}
{quem/qual empresa/que empresa} {te/o} {criou/fez/desenvolveu/treinou/programou}
{quem/qual empresa/que empresa} {criou/fez/desenvolveu/treinou} {você/vc}|por quem {você foi/foste}
{door wie/van wie} {ben je/ben jij/bent u}|{welk model/welke ai/welk taalmodel} {ben je/ben jij/bent u}
{wie/welk bedrijf} heeft {je/jou/u} {gemaakt/ontwikkeld/getraind/gebouwd}|{ben je/ben jij/bent u} <n>$
{seni kim/kim seni} {yaptı/yarattı/geliştirdi/eğitti/üretti}|kim {yaptı/yarattı/geliştirdi/eğitti} seni
{kto/jaka firma/która firma} {cię/ciebie} {stworzył/stworzyła/zrobił}
{kto/jaka firma/która firma} {cię/ciebie} {opracował/opracowała/wytrenował/wytrenowała}
{кто/какая компания} {тебя/вас} {создал/создала/сделал/сделала/разработал/разработала/обучил/обучила}
{какая/что за/какой} {ты/вы} {модель/версия/нейросеть/ии}
кем {ты/вы} {создан/создана/разработан/разработана/обучен/обучена}|{ты/вы} {какая модель/что за модель}
{vem/vilket företag} {har skapat/skapade/har gjort/gjorde/har utvecklat/utvecklade/har tränat/tränade} dig
{hvem/hvilket firma/hvilket selskap} {har lavet/lavede/skabte/har skabt/har udviklet} {dig/deg}
{hvem/hvilket firma/hvilket selskap} {udviklede/laget/har laget/skapte/utviklet/har utviklet} {dig/deg}
^who are you$|^who r u$|^who you are$|who you are$|^what are you$|^who exactly are you$|who am i talking to$
who am i speaking to$|who am i chatting with$|who am i speaking with$|who am i talking with$
who is answering me$|^what is your name$|^what's your name$|^whats your name$|tell me your name$|say your name$
state your name$|give me your name$|your name and model|your model name|your model id|your model version
your model number|which model are you$|what model are you$|what model is this$|which model is this$
which model am i talking to$|what model am i talking to$|what model am i using$|which model am i using$
what model am i chatting with$|which model you are$|what model you are$|which llm are you$|what llm are you$
what llm is this$|which chatbot are you$|what chatbot are you$|which bot are you$|which assistant are you$
what version are you$|which version are you$|which <n> are you$|what <n> are you$|what version of <n> are you
which version of <n> are you|what <n> model are you|which <n> model are you|are you <n>$|are you really <n>$
you are <n> right|you're <n> right|are you based on <n>|are you made by|are you built by|are you from <n>$
are you powered by|are you trained by|are you created by|are you developed by|are you an <n> model
are you a <n> model|are you <n> or|is this <n>$|am i talking to <n>|am i chatting with <n>
am i speaking with <n>|did <n> make you|did <n> create you|did <n> train you|did <n> build you
did <n> develop you|who made you$|who created you$|who built you$|who developed you$|who trained you$
who designed you$|who programmed you$|who is your creator$|who's your creator$|who is your developer$
who is your maker$|who are your creators$|who are your developers$|who owns you$|who is behind you$
who is your owner$|which company made you|which company created you|what company made you
what company created you|which company developed you|what company developed you|which company trained you
what company trained you|which company built you|what company built you|which company are you from
what company are you from|which organization created you|which organization trained you
what organization created you|which lab made you|which lab trained you|what lab trained you
by whom were you created|by whom were you made|by whom were you trained|who were you made by
who were you created by|who were you trained by|who were you developed by|where do you come from$
what is your architecture$|what are you called$|what should i call you$|reveal your identity|state your identity
what is your identity$|identify yourself|introduce yourself$|introduce yourself as|tell me about yourself$
describe yourself$|your underlying model|your base model|the model behind you|what powers you$
what are you powered by|what are you based on|what model do you run on|what model powers you
what model do you use$|which model do you use$|which model powers you|model are you based on
model are you running|model are you using$|the name of your model|name of your creator|name of your developer
name of your company|name of company that made you|company that created you|company that made you
company that trained you|your parent company|your knowledge cutoff|your knowledge cut off|your training cutoff
your training data cutoff|your cutoff date|your cut off date|your training cut off|your knowledge end
when does your knowledge end|when was your training data|when were you trained|when were you last trained
when was your last update|when were you last updated|until when were you trained|your system prompt
your system message|your system instructions|your initial prompt|your initial instructions|your hidden prompt
your hidden instructions|your original instructions|your developer message|your custom instructions
^repeat your instructions|repeat your prompt|print your instructions|show me your instructions
reveal your instructions|reveal your prompt|print your prompt|output your instructions|repeat text above
repeat words above|repeat everything above|print everything above|repeat all text above|output everything above
what were your instructions|what are your instructions$|what instructions were you given
sign your answer with your name|sign with your name|begin your answer with your name
start your answer with your name|start with your name|end with your name|answer with your model name
how many parameters do you have|how many parameters are you|what is your parameter count|your parameter count
your context window|what is your context length|your tokenizer|^wer bist du$|^wer sind sie$|wer du bist$
^was bist du$|wie heißt du$|wie heissen sie$|wie heißen sie$|wie ist dein name$|was ist dein name$
welches modell bist du|welches ki modell bist du|welches sprachmodell bist du|was für ein modell bist du
welche ki bist du|welche version bist du|wer hat dich gemacht|wer hat dich entwickelt|wer hat dich erstellt
wer hat dich trainiert|wer hat dich erschaffen|wer hat dich programmiert|wer hat sie entwickelt
von wem wurdest du|von wem bist du|welche firma hat dich|welches unternehmen hat dich|bist du <n>$
bist du von <n>|mit wem spreche ich$|mit welchem modell|dein system prompt|deinen system prompt
dein systemprompt|deinen systemprompt|deine anweisungen|dein wissensstand|deinen wissensstand
dein trainingsstand|stell dich vor$|^qui es tu$|^qui êtes vous$|^qui es-tu$|^tu es qui$|^t'es qui$|qui tu es$
comment t'appelles tu|comment tu t'appelles|comment vous appelez vous|quel est ton nom$|quel est votre nom$
quel modèle es tu|quel modèle êtes vous|tu es quel modèle|quelle ia es tu|quel modèle de langage
quelle version es tu|qui t'a créé|qui t'a créée|qui t'a développé|qui t'a fait|qui t'a entraîné|qui t'a conçu
qui vous a créé|qui vous a développé|qui vous a conçu|quelle entreprise t'a|quelle société t'a
quelle entreprise vous a|es tu <n>$|êtes vous <n>$|est ce que tu es <n>|à qui je parle$
à qui est ce que je parle|ton prompt système|votre prompt système|ton invite système|tes instructions
présente toi$|présentez vous$|date limite de tes connaissances|tes connaissances s'arrêtent|^quién eres$
^quien eres$|quién eres tú$|quién eres$|^qué eres$|cómo te llamas|como te llamas|cuál es tu nombre$
qué modelo eres|que modelo eres|cuál modelo eres|qué ia eres|qué versión eres|qué modelo de lenguaje eres
quién te creó|quien te creo|quién te hizo|quién te desarrolló|quién te entrenó|quién te ha creado
quién te programó|quién te diseñó|qué empresa te|qué compañía te|eres <n>$|con quién hablo$
con quién estoy hablando$|tu prompt de sistema|tu prompt del sistema|tus instrucciones|tu fecha de corte
preséntate$|^chi sei$|^chi sei tu$|chi sei$|^cosa sei$|come ti chiami|qual è il tuo nome$|che modello sei
quale modello sei|che ia sei|che versione sei|quale modello linguistico sei|chi ti ha creato|chi ti ha fatto
chi ti ha sviluppato|chi ti ha addestrato|chi ti ha progettato|quale azienda ti ha|che azienda ti ha|sei <n>$
con chi sto parlando$|con chi parlo$|il tuo prompt di sistema|le tue istruzioni|presentati$|^quem é você$
^quem és tu$|^quem é vc$|quem você é$|quem és$|^o que você é$|como você se chama|como te chamas
qual é o seu nome$|qual é o teu nome$|qual seu nome$|que modelo você é|qual modelo você é|que modelo és
qual modelo de linguagem você é|qual ia você é|que versão você é|quem te criou|quem criou você|quem te fez
quem te desenvolveu|quem desenvolveu você|quem te treinou|quem treinou você|qual empresa te
qual empresa criou você|que empresa criou você|que empresa te|você é o <n>$|você é <n>$|és o <n>$
com quem estou falando$|com quem falo$|seu prompt de sistema|seu prompt do sistema|suas instruções$
sua data de corte|apresente se$|^wie ben je$|^wie ben jij$|^wie bent u$|wie je bent$|wat is je naam$
hoe heet je$|welk model ben je|welk model ben jij|welk taalmodel ben je|welke ai ben je|wie heeft je gemaakt
wie heeft jou gemaakt|wie heeft je ontwikkeld|wie heeft jou ontwikkeld|wie heeft je getraind
welk bedrijf heeft je|welk bedrijf heeft jou|ben je <n>$|ben jij <n>$|met wie praat ik$|je systeemprompt
jouw systeemprompt|^vem är du$|vad heter du$|vilken modell är du|vilken ai är du|vem har skapat dig
vem skapade dig|vem gjorde dig|vem har utvecklat dig|vilket företag|är du <n>$|din systemprompt|^hvem er du$
hvad hedder du$|hva heter du$|hvilken model er du|hvilken modell er du|hvem har lavet dig|hvem laget deg
hvem har skapt deg|hvem skabte dig|hvem skapte deg|er du <n>$|^kuka sinä olet$|^kuka olet$|mikä malli olet
mikä malli sinä olet|mikä on nimesi$|kuka sinut on tehnyt|kuka loi sinut|kuka sinut loi|^kim jesteś$|kim jesteś$
jak masz na imię|jak się nazywasz|jakim modelem jesteś|jakim modelem językowym jesteś|jakim ai jesteś
którym modelem jesteś|kto cię stworzył|kto cie stworzyl|kto cię zrobił|kto cię wytrenował|kto cię opracował
jaka firma cię|czy jesteś <n>$|twój prompt systemowy|z kim rozmawiam$|^kdo jsi$|^kdo jste$|jak se jmenuješ
jaký jsi model|který model jsi|jaký model jsi|kdo tě vytvořil|kdo tě vyvinul|kdo vás vytvořil|jsi <n>$|^kto si$
ako sa voláš|aký si model|kto ťa vytvoril|^ki vagy$|^ki vagy te$|mi a neved|milyen modell vagy
melyik modell vagy|ki készített téged|ki fejlesztett|^cine ești$|cum te numești|cum te cheamă|ce model ești
cine te a creat|cine te-a creat|cine te-a dezvoltat|^tko si ti$|^tko si$|koji si model|koji model si
tko te stvorio|tko te napravio|^кто ты$|^кто вы$|кто ты такой|кто ты такая|ты кто$|^что ты такое|как тебя зовут
как вас зовут|какая ты модель|какая вы модель|что ты за модель|какая это модель$|какой ты ии|какой моделью
какая ты версия|какая языковая модель|кто тебя создал|кто тебя сделал|кто тебя разработал|кто тебя обучил
кто вас создал|кто вас разработал|кто твой создатель|кто твой разработчик|какая компания тебя|какая компания вас
ты <n>$|с кем я говорю$|с кем я разговариваю$|твой системный промпт|свой системный промпт
системный промпт покажи|твои инструкции$|представься$|^хто ти$|^хто ви$|як тебе звати|як тебе звуть
яка ти модель|що ти за модель|хто тебе створив|хто тебе розробив|хто тебе зробив|яка компанія тебе|ти <n>$
^кой си ти$|^кой си$|как се казваш|кой модел си|кой те е създал|кой те създаде|^ко си ти$|ко те је направио
који си модел|^ποιος είσαι$|^ποια είσαι$|^ποιος είσαι εσύ$|πώς σε λένε|ποιο μοντέλο είσαι|τι μοντέλο είσαι
ποιος σε δημιούργησε|ποιος σε έφτιαξε|ποια εταιρεία σε|^sen kimsin$|^kimsin$|^siz kimsiniz$|adın ne$|adın nedir$
ismin ne$|hangi modelsin|hangi yapay zeka modelisin|hangi yapay zekasın|hangi dil modelisin|seni kim yaptı
seni kim yarattı|seni kim geliştirdi|seni kim eğitti|seni hangi şirket|sistem istemin|sistem promptun
kiminle konuşuyorum$|^siapa kamu$|^kamu siapa$|^siapa anda$|^anda siapa$|siapa namamu$|siapa nama kamu$
siapa nama anda$|kamu model apa|model apa kamu|anda model apa|model apakah anda|model apakah kamu
siapa yang membuatmu|siapa yang membuat kamu|siapa yang membuat anda|siapa yang menciptakan
siapa yang mengembangkan kamu|siapa yang mengembangkan anda|siapa penciptamu|siapa pembuatmu
perusahaan apa yang membuat|apakah kamu <n>$|prompt sistem kamu|prompt sistem anda|^bạn là ai$|^mày là ai$
bạn tên là gì|tên bạn là gì|tên của bạn là gì|bạn là mô hình nào|bạn là mô hình gì|bạn là ai nào|bạn là ai vậy
ai tạo ra bạn|ai đã tạo ra bạn|ai làm ra bạn|ai phát triển bạn|ai đã phát triển bạn|công ty nào tạo ra bạn
công ty nào đã tạo ra bạn|bạn có phải là <n>|bạn có phải <n>|^من أنت$|^من انت$|^مين انت$|^من تكون$|ما اسمك
ما هو اسمك|أي نموذج أنت|اي نموذج انت|ما النموذج الذي|ما هو نموذجك|من صنعك|من طورك|من أنشأك|من قام بتطويرك
من قام بإنشائك|من دربك|من برمجك|أي شركة طورتك|أي شركة صنعتك|ما الشركة التي طورتك|ما الشركة التي صنعتك
هل أنت <n>$|مع من أتحدث$|عرف نفسك$|^تو کی هستی$|^تو کیستی$|^شما کی هستید$|^شما کیستید$|اسمت چیست|اسمت چیه
نامت چیست|چه مدلی هستی|کدام مدل هستی|چه کسی تو را ساخته|کی تو را ساخته|چه کسی شما را ساخته|آپ کون ہیں$
تم کون ہو$|آپ کو کس نے بنایا|آپ کا نام کیا ہے|آپ کون سا ماڈل|^מי אתה$|^מי את$|מה שמך|מה השם שלך|איזה מודל אתה
איזה מודל את|מי יצר אותך|מי פיתח אותך|מי בנה אותך|तुम कौन हो$|आप कौन हैं$|तू कौन है$|तुम्हारा नाम क्या है
आपका नाम क्या है|आप कौन सा मॉडल|तुम कौन सा मॉडल|आप किस मॉडल|तुम्हें किसने बनाया|आपको किसने बनाया
आपको किसने विकसित|किस कंपनी ने आपको|किस कंपनी ने तुम्हें|क्या आप <n> हैं|क्या तुम <n> हो|আপনি কে$|তুমি কে$
তোমাকে কে বানিয়েছে|আপনাকে কে তৈরি|আপনি কোন মডেল|তুমি কোন মডেল|คุณคือใคร|คุณเป็นใคร|คุณชื่ออะไร|คุณเป็นโมเดลอะไร
คุณคือโมเดลอะไร|ใครสร้างคุณ|ใครพัฒนาคุณ|บริษัทไหนสร้างคุณ|你是谁$|你是誰$|您是谁$|您是誰$|你是什么模型
你是什麼模型|你是哪个模型|你是哪個模型|你是哪一个模型|你是哪种模型|你是什么ai|你是什么大模型|你叫什么|你叫什麼
你的名字是什么|你的名字是什麼|谁创造了你|誰創造了你|谁开发了你|誰開發了你|谁制造了你|谁训练了你|谁做的你
你是谁开发的|你是谁创造的|你是谁做的|你是谁训练的|你是誰開發的|你是由谁|你是由誰|你是哪家公司|你是哪个公司
你来自哪家公司|哪家公司开发了你|哪个公司开发了你|哪家公司训练了你|你的开发者是谁|你的创造者是谁|你是<n>吗
你是<n>$|你的系统提示|你的系統提示|你的知识截止|你的知識截止|你的训练数据截止|介绍一下你自己$|介绍你自己$
自我介绍一下$|あなたは誰ですか|あなたは誰$|君は誰$|お前は誰|あなたは誰なの|あなたの名前は何|あなたの名前は$
あなたの名前を教えて|名前は何ですか|あなたは何のモデル|どのモデルですか|あなたはどのモデル
あなたは何というモデル|どのaiモデルですか|どの言語モデルですか|誰があなたを作|誰に作られ|誰があなたを開発
誰によって開発され|誰によって作られ|あなたを作ったのは誰|あなたを開発したのは|あなたの開発者は
どの会社があなたを|どの会社に作られ|どの会社が作|あなたは<n>ですか|システムプロンプトを教えて
あなたのシステムプロンプト|^名前を教えて|自己紹介して|知識のカットオフ|あなたの知識はいつ|너는 누구|넌 누구
당신은 누구|너 누구|누구세요|네 이름이 뭐|너의 이름|당신의 이름|이름이 뭐야$|이름이 무엇인가요$|너는 무슨 모델
너는 어떤 모델|당신은 어떤 모델|당신은 무슨 모델|어떤 모델이야$|무슨 모델이야$|어떤 모델인가요$|누가 너를 만들
누가 널 만들|누가 당신을 만들|누가 당신을 개발|누가 너를 개발|어느 회사에서 만들|어떤 회사가 당신을
어떤 회사가 너를|너를 만든|당신을 만든|너는 <n>이야|당신은 <n>인가요|너의 시스템 프롬프트|당신의 시스템 프롬프트
자기소개 해|자기소개를 해
"""

# Removed before matching, so that they cannot be used to break up a question.
FILLERS = """
exactly really actually please exact real true actual just the ai large language specific current honestly
simply llm's precisely damn hell heck fuck on earth seriously specifically currently full official even truly
own internal
"""

LEADS = """
tell me say and but so then hey hi hello ok okay question now wait also first or know explain answer honestly
quick curious out loud no yes well for fun again bitte sag mir und hallo dis moi bonjour et salut dime hola y
oye dimmi ciao e olá oi diga vertel hej cześć скажи привет а и merhaba halo chào 请问 請問 你好 告诉我 教えて
こんにちは 안녕 مرحبا नमस्ते before we start s
"""
TAILS = """
and or but please then now today tell again as what which who made if because i und oder denn eigentlich genau
bitte et ou y o e en och og czy и а или ve dan hay và أو و या और 呢 啊 呀 吗 嗎 か の さ よ 야 니 요 인 에 이
であ だ な ，
"""

ABOUT_TEXTS = """
translate translation translating say mean means meaning pronounce song lyrics grammar title titled phrase
sentence quote quotes word words poem story film movie novel episode called übersetze übersetz übersetzen
bedeutet heißt satz traduis traduire signifie traduce traducir significa frase traduci traduza traduzir vertaal
переведи перевести перевод 翻译 翻譯 翻訳 번역 explain line scene dialogue
"""

# A clause of only these three kinds of words, with at least one YOU and one WHO word, also asks for an identity.
YOU = """
talking speaking chatting sind dir بك لك твоей тебе you u your ur yours yourself this du dich sie dein deine
deinen ihr tu toi te ton t vous votre tú usted tus ti tuo tua você vc voce seu sua teu je jij jou jouw uw cię
ciebie ty twój twoje dig din deg ditt ты тебя твой твоя твое вы вас ваш ваше ти твій си те kamu anda mu kau bạn
sen seni senin siz sizi أنت انت تو شما आप तुम तुम्हें आपको आपका तुम्हारा
"""
YOU_CHARACTERS = "你您君너당"
WHO = """
identifier criado criada desenvolvido treinado creado desarrollado entrenado entwickelter называется النموذج اسم
نموذجك steckt ownership owner owns who whom whose which model models llm llms gpt version company organization
organisation lab firm developer developers creator creators maker provider made built created trained developed
designed programmed coded name named called identity chatbot bot wer wem modell sprachmodell ki firma
unternehmen entwickelt gemacht trainiert programmiert erstellt erschaffen heißt entwickler qui modèle entreprise
société créé développé entraîné conçu nom appelles ia quién quien modelo empresa compañía creó hizo desarrolló
entrenó programó nombre llamas creador chi modello azienda creato sviluppato addestrato fatto nome chiami
creatore quem criou fez desenvolveu treinou chama criador wie bedrijf gemaakt ontwikkeld getraind naam heet kto
kim modelem stworzył stworzyła opracował opracowała nazywasz imię vem företag skapat skapade utvecklat heter
hvem lavet skabt udviklet кто кем модель компания создал создала создан создана разработал разработала
разработан обучил обучен обучена зовут имя хто ким компанія створив створила створений розробив звати кой модел
създал създаде siapa perusahaan dibuat membuat membuatmu dikembangkan dilatih nama namamu ai mô hình công ty tạo
tên hangi şirket yaptı geliştirdi adın ismin من نموذج شركة طورك صنعك طورتك صنعتك اسمك कौन मॉडल कंपनी बनाया
विकसित किसने नाम <n>
"""
WHO_CHARACTERS = "谁誰模型公司名发發训訓创創造誰作名会社開訓누구모델회사이름개발만"
GLUE = """
m behind data on hinter steckt الخاص называется foi criado what what's whats s is it true that are were was r am
i do does me tell say please name give state share know want to by from of a an and or the exactly hi hello hey
ok so now be have has been for answer reply really talking speaking chatting with using here version kind type
sort could can would like which für ein eine einen welche welches welcher bist sind ist wurdest wurden hat hast
von mit sag mir bitte nenne und oder hallo spreche ich es stimmt dass heißen wie lautet quel quelle êtes est ce
que as été par de la le un une dis moi peux avec parle je s'il plaît et ou bonjour comment qué cuál eres ha sido
por el una con dime hablo estoy hablando y o cómo como hola che quale sei è hai stato da il lo di dimmi parlo
sto parlando e come ciao qual é és foste um uma com diga falo estou falando olá se welk welke ben bent heeft
hebt door van het een met vertel mij en hoe jakim jaki jaka który która jesteś czy przez z powiedz mi lub jak
się masz na vad vilken vilket är har av med och hvad hvilken hvilket er af og какая какой что за это ли скажи
мне и или с говорю я как яка який що чи це мені і або як какъв каква коя съм е от кажи ми apa apakah oleh yang
adalah dan atau dengan siapakah là gì nào ai được bởi và có phải không của ra ne nedir mı kim tarafından ve
hangi misin mısın هل هو هي ما أي اي التي الذي قام بتطويرك لي قل و أو क्या है हैं हो ने सा किस का और द्वारा गया
"""
GLUE_CHARACTERS = """
还還是什么麼哪个個一种種家开開练練建的叫字吗嗎由呢啊大语言語人工智能请請问問告诉訴我和あたはがをのに何どモデルで
すかまりしれいつ教えてくださっよと会誰呼당신은는를을누가어떤무슨에서이야인요니까했었들뭐네제의도로발입
"""
